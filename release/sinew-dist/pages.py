"""Prepares the pages of a download: python3 pages.py PROJECT TARGET

Copies docs/ and the players to TARGET and adapts them to the folders of a download: links to the sources of the project become plain
text, paths of built files those of the download.
"""

import re
import shutil
import sys
from pathlib import Path

FOLDERS = {"integrations/players": "players"}
PATHS = {
    "integrations/sinew-blender/target/sinew-blender.zip": "blender/sinew-blender.zip",
    "applications/sinew-cli/target/sinew.jar": "lib/sinew.jar",
}
LEFT_OUT = shutil.ignore_patterns("node_modules", ".vitepress", "public", "package*.json", "*.mjs", "generate")


def adapt(text, page, target, project):
    """The text of a page: page is its place in the download, project where it comes from."""

    def link(match):
        words, address = match.groups()
        if re.match(r"[a-z]+:|#", address):
            return match.group(0)
        path, hash_, anchor = address.partition("#")
        for old, new in FOLDERS.items():
            path = path.replace(f"../../{old}", f"../../{new}")
        path = re.sub(r"^\.\./\.\./docs", "../docs", path) if page.parent.name == "players" else path
        if (page.parent / path).exists():
            return f"[{words}]({path}{hash_}{anchor})"
        return words

    for old, new in PATHS.items():
        text = text.replace(old, new)
    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", link, text)


def main(project, target):
    for folder in ("docs", "players"):
        shutil.rmtree(target / folder, ignore_errors=True)
    shutil.copytree(project / "docs", target / "docs", ignore=LEFT_OUT)
    shutil.copytree(project / "integrations" / "players", target / "players")
    for name in ("LICENSE", "CHANGELOG.md", "SECURITY.md"):
        shutil.copyfile(project / name, target / name)
    for page in sorted(target.rglob("*.md")):
        if page.is_relative_to(target / "docs") or page.is_relative_to(target / "players"):
            page.write_text(adapt(page.read_text("utf-8"), page, target, project), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
