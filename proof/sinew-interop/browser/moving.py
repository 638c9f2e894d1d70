"""Joins pictures into an animated WebP (needs Pillow): python3 moving.py OUT.webp MILLISECONDS WIDTH PICTURE.png…

README's picture: sinew demo; node moving.mjs sinew-demo/cape.html frame-%d.png 72; python3 moving.py cape.webp 66 720 frame-*.png
"""

import sys

from PIL import Image

out, milliseconds, width, names = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
frames = []
for name in names:
    picture = Image.open(name).convert("RGB")
    frames.append(picture.resize((width, picture.height * width // picture.width), Image.Resampling.LANCZOS))
frames[0].save(out, save_all=True, append_images=frames[1:], duration=milliseconds, loop=0, quality=70, method=4)
