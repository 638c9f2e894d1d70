"""Checks that the program contains the messages of docs/reference/errors.md: python3 messages.py (in the project's root)"""

import pathlib
import re
import sys

sources = "\n".join(
    path.read_text(encoding="utf8")
    for top in ("libraries", "applications")
    for path in sorted(pathlib.Path(top).glob("*/src/main/java/**/*.java"))
)
# Literals that go on in the next line are one text.
sources = re.sub(r'"\s*\+\s*"', "", sources)
page = pathlib.Path("docs/reference/errors.md").read_text(encoding="utf8")
messages = re.findall(r"^\| `([^`]+)`", page, re.M)
# Words in capitals are names and numbers of the user.
missing = [
    (message, part)
    for message in messages
    for part in (p.strip() for p in re.split(r"\b[A-Z]+\b|'X'|NaN", message))
    if len(part) > 8 and part not in sources
]
for message, part in missing:
    print(f"no message contains '{part}' (of '{message}')")
print(f"{len(messages)} messages, {len(missing)} parts not found")
sys.exit(bool(missing) or not messages)
