"""Lists what a download contains, by its bill of materials: python3 licences.py sbom.json FOLDER

Writes FOLDER/README.md: every library with its version, its licence and where its own text lies, if it brought one.
"""

import json
import sys
from pathlib import Path


def licence(component):
    """The names of a component's licences; several are a choice or apply together, as its makers say."""
    names = []
    for entry in component.get("licenses", []):
        one = entry.get("license", {})
        names.append(entry.get("expression") or one.get("id") or one.get("name") or "?")
    return ", ".join(names) or "not named"


def row(component, folder):
    jar = f"{component['name']}-{component['version']}"
    texts = sorted(path.name for path in folder.iterdir() if path.is_dir() and path.name.startswith(jar))
    return f"| {component.get('group', '')}:{component['name']} | {component['version']} | {licence(component)} | {', '.join(texts) or '–'} |"


def main(bill, folder):
    components = json.loads(Path(bill).read_text("utf-8"))["components"]
    # By name: a library and its natives are two components and one row.
    others = {(c.get("group", ""), c["name"]): c for c in components if c.get("group") != "dev.sinew"}
    others = [others[name] for name in sorted(others)]
    unnamed = [c["name"] for c in others if licence(c) == "not named"]
    if unnamed:
        sys.exit(f"no licence is named for {', '.join(unnamed)}: look it up before this is given to anybody")
    lines = [
        "# What is inside",
        "Sinew itself is under Apache-2.0 (../LICENSE). It contains these libraries; the Java runtime's own licences are in ../runtime/legal.",
        "`sbom.json` is the same list for programs (CycloneDX).",
        "",
        "| library | version | licence | its text |",
        "|---|---|---|---|",
    ] + [row(component, folder) for component in others]
    (folder / "README.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
