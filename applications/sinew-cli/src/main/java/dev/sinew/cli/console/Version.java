package dev.sinew.cli.console;

import picocli.CommandLine.IVersionProvider;

/** The version the build wrote down. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"sinew " + dev.sinew.io.file.Version.current()};
    }
}
