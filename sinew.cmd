@echo off
rem Starts Sinew on Windows. Among its sources it builds it first where there is no build yet or where they have changed since.
rem   JAVA_HOME   which Java to use (else the one on the PATH), 17 or newer
rem   SINEW_OPTS  more options for the JVM, such as -Xmx12g
setlocal enableextensions
set "ROOT=%~dp0"
set "APP=%ROOT%target\launcher"
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
set "CLASSPATH=%APP%\sinew.jar"

rem An unpacked download: nothing to build.
if not exist "%ROOT%lib\sinew.jar" goto sources
if exist "%ROOT%runtime\bin\java.exe" set "JAVA=%ROOT%runtime\bin\java"
set "CLASSPATH=%ROOT%lib\sinew.jar;%ROOT%lib\natives\*"
goto run

:sources
if not exist "%APP%\sinew.jar" goto build
rem Exit code 1 says that some source is newer than the jar.
powershell -NoProfile -Command "$jar = (Get-Item '%APP%\sinew.jar').LastWriteTime; $new = Get-ChildItem '%ROOT%pom.xml', '%ROOT%*\sinew-*\pom.xml', '%ROOT%*\sinew-*\src\main' -Recurse -File | Where-Object { $_.LastWriteTime -gt $jar -and $_.FullName -notmatch 'sinew-(bench|interop)' } | Select-Object -First 1; if ($new) { exit 1 }"
if not errorlevel 1 goto run

:build
echo building Sinew ... 1>&2
if not exist "%APP%" mkdir "%APP%"
call mvn -q -B -f "%ROOT%pom.xml" -Plauncher -pl :sinew-cli -am -Dmaven.test.skip=true package > "%APP%\build.log" 2>&1
if errorlevel 1 (
  type "%APP%\build.log" 1>&2
  echo sinew: the build failed, all of its output is in %APP%\build.log 1>&2
  exit /b 1
)
copy /y "%ROOT%applications\sinew-cli\target\sinew.jar" "%APP%\sinew.jar" > nul
rem copy keeps the time of the original, which the build may have fixed; what counts is now.
powershell -NoProfile -Command "(Get-Item '%APP%\sinew.jar').LastWriteTime = Get-Date"

:run
"%JAVA%" -XX:+UseParallelGC -XX:MaxRAMPercentage=60 -Xlog:disable %SINEW_OPTS% -cp "%CLASSPATH%" dev.sinew.cli.Main %*
exit /b %errorlevel%
