"""A ground steel sheet in grazing light: a scratch, circled in wax crayon by whoever saw it first, a rule beside it."""
import math

from studio import *


def crayon(steps=160):
    """A ring drawn by hand: it does not meet its own beginning."""
    rnd, points = seeded("crayon"), []
    for k in range(steps):
        a = math.radians(70 + k * 400 / steps)
        r = 0.62 + 0.03 * math.sin(2 * a) + 0.07 * k / steps
        width = 0.026 * (0.75 + 0.25 * math.sin(k * 0.13) + rnd.uniform(-0.06, 0.06))
        points += [(1.12 * (r + s * width) * math.cos(a), (r + s * width) * math.sin(a), 0) for s in (-1, 1)]
    return mesh_of(points, [(2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2) for k in range(steps - 1)])


def rule(length, steel, black, at, turn):
    """A steel rule of so many centimetres."""
    frame = Matrix.LocRotScale(Vector(at), Euler((0, 0, math.radians(turn))), None)
    place(box(length / 10 + 0.12, 0.3, 0.01), steel, frame @ Vector((length / 20, 0, 0)), (0, 0, turn), bevel=0.003)
    for k in range(length * 10 + 1):
        long = 0.1 if k % 10 == 0 else 0.075 if k % 5 == 0 else 0.05
        place(box(0.0035, long, 0.0005), black, frame @ Vector((k / 100, 0.15 - long / 2, 0.0101)), (0, 0, turn), smooth=False)
    for k in range(length + 1):
        text(str(k), 0.075, black, frame @ Vector((k / 10, -0.035, 0.0106)), (0, 0, turn), align="CENTER")
    text("INOX  0,5 mm", 0.05, black, frame @ Vector((0.1, -0.12, 0.0106)), (0, 0, turn))


def build():
    ambient((0.45, 0.6, 0.7), 0.02)
    sheet_steel = surface("sheet", (0.5, 0.5, 0.49), 0.3, 1.0, vary=0.16, scale=5, stretch=(0.04, 1.6, 1), bump=0.1, grain=34,
                          scratches=1.1)
    bench = surface("bench", (0.05, 0.055, 0.06), 0.6, scratches=2, bump=0.3)
    n = Nodes("wax")
    n.set(n.shader, "Base Color", (0.95, 0.2, 0.015))
    n.set(n.shader, "Roughness", 0.55)
    n.set(n.shader, "Alpha", n.ramp(n.noise(40), 0.34, 0.46))
    black = ink("black", (0.012, 0.012, 0.014))
    groove = surface("groove", (0.85, 0.84, 0.8), 0.35, 1.0, bump=0.5, grain=60)
    burr = ink("burr", (0.03, 0.028, 0.025), 0.5)
    blade = surface("rule", (0.62, 0.62, 0.6), 0.38, 1.0, vary=0.08, bump=0.05, grain=40, stretch=(0.1, 1, 1), scratches=2)
    place(box(40, 40, 0.1), bench, (0, 0, -0.4))
    place(box(12, 7.2, 0.28), sheet_steel, (-1.2, 1.2, -0.28), (0, 0, 6), bevel=0.02)
    path = [(0.98 + 0.74 * t, 0.14 + 0.36 * t + 0.02 * math.sin(7 * t)) for t in [k / 14 - 0.5 for k in range(15)]]
    for k, ((ax, ay), (bx, by)) in enumerate(zip(path, path[1:])):
        width = 0.012 * math.sin(math.pi * (k + 0.7) / 14.4) + 0.003
        stroke((ax, ay, -0.002), (bx, by, -0.002), (0, 0, 1), width * 2.2, burr, 0.5)
        stroke((ax, ay + 0.004, -0.0012), (bx, by + 0.004, -0.0012), (0, 0, 1), width, groove, 0.45)
    place(crayon(), n.material, (0.98, 0.14, 0.0012), (0, 0, 20))
    text("K3", 0.42, n.material, (1.8, 0.5, 0.0012), (0, 0, 14), font=PEN)
    text("14.3. Ro", 0.22, n.material, (1.77, 0.25, 0.0012), (0, 0, 12), font=PEN)
    rule(15, blade, black, (0.35, -0.86, 0.002), 11)
    text("7 B 0412 / 1.4301", 0.12, black, (-1.9, 1.5, 0.0012), (0, 0, 6))
    area((6.0, 2.6, 1.0), (0.9, 0.1, 0), 150, (1.0, 0.6), (1, 0.86, 0.7))
    area((4.2, 8.5, 5.6), (1.6, 0.4, 0), 120, (4.5, 3.0), (0.85, 0.92, 1))
    if upright():
        return camera((1.05, -4.05, 3.1), (1.0, 0.14, 0), lens=44, fstop=4.5, focus=(0.98, 0.1, 0), roll=-0.02, shift=(0.03, -0.22))
    camera((0.5, -4.05, 3.1), (0.66, 0.1, 0), lens=52, fstop=4.5, focus=(0.98, 0.1, 0), roll=-0.02, shift=(0, -0.075))
