"""What four plants have sent in: a bearing ring, a crown, a bolt and a gear in a sorting tray, each with its note."""
import math

from brenner_getriebe import gear
from food_beverage import crown
from studio import *


def note(lines, at, turn, paper, pen, tape):
    """A torn-off slip, taped down, in somebody's hand."""
    rnd = seeded(lines[0])
    place(sheet(1.22, 0.46, 24, lambda u, v: 0.012 + 0.003 * math.sin(5 * u + 3 * v)), paper, at, (0, 0, turn))
    frame = Matrix.LocRotScale(Vector(at), Euler((0, 0, math.radians(turn))), None)
    for k, words in enumerate(lines):
        text(words, 0.145, pen, frame @ Vector((-0.5, 0.06 - 0.17 * k, 0.02)), (0, 0, turn + rnd.uniform(-1.5, 1.5)), font=PEN)
    place(sheet(0.16, 0.34, 12, lambda u, v: 0.026 + 0.003 * math.sin(9 * v)), tape, frame @ Vector((-0.6, 0.04, 0)), (0, 0, turn + rnd.uniform(-8, 8)))


def build():
    ambient((0.45, 0.55, 0.68), 0.015)
    wood = surface("wood", (0.2, 0.12, 0.06), 0.5, stain=(0.07, 0.045, 0.028), stains=(0.5, 0.8), stain_scale=1.4, vary=0.18, scale=26,
                   stretch=(0.06, 1, 1), bump=0.4, grain=50, scratches=1.4)
    felt = surface("felt", (0.035, 0.06, 0.062), 0.9, vary=0.05, bump=0.8, grain=46)
    steel = surface("steel", (0.55, 0.54, 0.52), 0.26, 1.0, vary=0.12, bump=0.05, grain=60, scratches=2)
    dark = surface("dark", (0.11, 0.11, 0.11), 0.4, 0.7, bump=0.2, grain=50)
    bolt_steel = surface("bolt", (0.34, 0.34, 0.33), 0.36, 1.0, stain=(0.16, 0.075, 0.035), stains=(0.58, 0.76), stain_scale=5, bump=0.1, grain=50)
    tin = surface("tin", (0.6, 0.57, 0.5), 0.28, 1.0, bump=0.08, grain=40, scratches=3)
    paint = surface("paint", (0.92, 0.22, 0.02), 0.42, bump=0.2, grain=30)
    paper = surface("paper", (0.74, 0.7, 0.6), 0.8, stain=(0.55, 0.48, 0.36), stains=(0.6, 0.78), stain_scale=3, bump=0.1, grain=30)
    pen = ink("pen", (0.02, 0.035, 0.2), 0.5)
    tape = surface("tape", (0.8, 0.62, 0.3), 0.35, vary=0.05)
    pit = ink("pit", (0.015, 0.013, 0.012), 0.8)
    place(box(14, 9, 0.1), felt, (0, 0, -0.1))
    for x in (-4.6, -1.55, 1.5, 4.55):
        place(box(0.12, 5.4, 0.42), wood, (x, 0.4, 0), bevel=0.02)
    for y in (-2.3, 0.4, 3.1):
        place(box(9.3, 0.12, 0.42), wood, (0, y, 0), bevel=0.02)
    # A bearing's outer ring, its raceway up to the light, two pits in it.
    ring = lathe([(0.72, 0), (0.98, 0), (0.98, 0.46), (0.72, 0.46), (0.72, 0.36), (0.78, 0.3), (0.8, 0.23), (0.78, 0.16), (0.72, 0.1), (0.72, 0)], 160)
    place(ring, steel, (0.1, -0.3, 0.17), (20, 8, 30), bevel=0.015)
    balls = lathe([(0.15 * math.sin(t * math.pi / 24), -0.15 * math.cos(t * math.pi / 24)) for t in range(25)], 48)
    for x, y in ((-0.05, -0.4), (0.3, -0.2), (1.05, -1.2), (0.15, -0.05)):
        place(balls, steel, (x, y, 0.15), (x * 90, y * 70, 0))
    place(mesh_of([(0.05 * math.cos(a) * (1 + 0.3 * math.sin(3 * a)), 0.03 * math.sin(a), 0) for a in [k * math.pi / 8 for k in range(16)]], [tuple(range(16))]), pit, (-0.05, -0.51, 0.265), (30, 0, 0))
    note(["Strasse 2, Lager 3", "seit 12.2. lauter"], (-0.55, -1.62, 0.0), 6, paper, pen, tape)
    # Crowns from the bottling line, one of them not closed.
    rnd = seeded("crowns")
    for k, (x, y) in enumerate(((2.2, -0.35), (2.75, -0.2), (2.4, -0.85), (3.3, -0.55), (2.95, -0.9), (3.75, -0.25), (3.6, -1.0), (1.95, -1.05))):
        flip = k in (2, 5)
        place(crown(), tin, (x, y, 0.02 if not flip else 0.1), (180 if flip else rnd.uniform(-4, 4), rnd.uniform(-4, 4), rnd.uniform(0, 360)), scale=1.7)
        if not flip:
            place(lathe([(0, 0.0592), (0.1, 0.0586), (0.104, 0.057)], 64), paint if k == 4 else dark, (x, y, 0.02), scale=1.7)
    note(["Fueller 3, Ventil 17", "21.11., 06:14"], (2.6, -1.55, 0.0), -4, paper, pen, tape)
    # A bolt of a tower, its line of paint broken.
    place(hexagon(0.62, 0.42), bolt_steel, (-3.55, -0.5, 0.31), (0, 90, 24), bevel=0.03)
    place(lathe([(0.2, 0), (0.2, 0.7), (0, 0.7)]), bolt_steel, (-3.2, -0.34, 0.31), (0, 90, 24))
    place(thread(0.2, 0.95, 0.045), bolt_steel, (-2.6, -0.07, 0.31), (0, 90, 24))
    stroke((-3.5, -0.78, 0.53), (-3.24, -0.66, 0.53), (0, -0.3, 1), 0.08, paint)
    note(["Turm 7, Flansch", "Nr. 40 lose"], (-2.75, -1.5, 0.0), 3, paper, pen, tape)
    for (x, y, teeth, lean) in ((-3.2, 1.7, 26, 0.12), (0.0, 1.75, 34, 0.1), (2.9, 1.7, 20, 0.2)):
        body, caps, _ = gear(teeth, 0.06, 0.4, lean, 0.3, steel, dark, 4)
        for mesh in (body, *caps):
            place(mesh, steel, (x, y, 0.2), (0, 0, 12 * x), bevel=0.006 if mesh is body else 0)
        place(lathe([(0.2, -0.3), (0.3, -0.3), (0.3, 0.3), (0.2, 0.3), (0.2, -0.3)]), steel, (x, y, 0.2), bevel=0.01)
    area((4.8, 4.6, 4.2), (0.6, -0.6, 0), 760, (1.6, 1.2), (1, 0.87, 0.7))
    area((-5.5, 2, 5), (0, -0.5, 0), 200, (3, 3), (0.6, 0.76, 1))
    camera((0.35, -6.3, 5.6), (0.1, -0.24, 0.0), lens=45, fstop=4.5, focus=(0.6, -0.9, 0.2), roll=0.02)
