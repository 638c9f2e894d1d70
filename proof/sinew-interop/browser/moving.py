"""The moving picture of README: sheets of render-engine.mjs, cut into rows, as one GIF (needs Pillow).

python3 moving.py OUT.gif ROWS MILLISECONDS SHEET.png…
"""

import sys

from PIL import Image

out, rows, milliseconds, sheets = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
frames = []
for sheet in sheets:
    picture = Image.open(sheet).convert("RGB")
    height = picture.height // rows
    for row in range(rows):
        frames.append(picture.crop((0, row * height, picture.width, (row + 1) * height)).quantize(64, dither=Image.Dither.NONE))
frames[0].save(out, save_all=True, append_images=frames[1:], duration=milliseconds, loop=0, optimize=True)
