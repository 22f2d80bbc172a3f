"""Yoghurt cups on the belt, sealed and dated: the seal of one has a fold, and milk has come through it."""
import math

from studio import *

LEAK = (1, 1)


def lid(fold):
    """Foil over the rim with a tongue to pull; wrinkled, and where `fold` is set, lifted along one line."""
    rnd, rings, steps = seeded(f"lid{fold}"), 26, 160
    waves = [(rnd.uniform(3, 14), rnd.uniform(0, 6.3), rnd.uniform(0.3, 1)) for _ in range(7)]
    points = []
    for j in range(rings + 1):
        for k in range(steps):
            a, s = 2 * math.pi * k / steps, j / rings
            tongue = 0.17 * math.exp(-((a - 5.2) ** 2) * 14)
            r = s * (0.5 + tongue)
            z = 0.0
            if s < 0.8:
                z = 0.004 * max(0, s - 0.55) * math.sin(9 * s + 3 * math.sin(a * 2))
            elif s > 0.93:
                z = -0.05 * ((s - 0.93) / 0.07) * (1 - 5 * tongue) + 0.006 * math.sin(40 * a + waves[0][1]) * (s - 0.93) / 0.07
            z += sum(0.0016 * w * math.sin(f * s * 2 + p + f * a / 3) for f, p, w in waves) * max(0, s - 0.5) * 3
            if fold and 0.6 < s:
                z += 0.034 * math.exp(-(((a - 4.45) * 0.5 * s) ** 2) * 900) * min(1, (s - 0.6) * 5)
            points.append((r * math.cos(a), r * math.sin(a), z))
    faces = [(j * steps + k, j * steps + (k + 1) % steps, (j + 1) * steps + (k + 1) % steps, (j + 1) * steps + k) for j in range(rings) for k in range(steps)]
    return mesh_of(points, faces)


def cup(x, y, index, metals, rnd):
    plastic, foil, print_, red, pen, milk = metals
    turn = rnd.uniform(-14, 14)
    fold = index == LEAK
    place(lathe([(0.34, -0.95), (0.36, -0.95), (0.455, -0.1), (0.455, -0.05), (0.49, -0.045), (0.492, -0.012), (0.47, 0.0), (0.44, -0.01)], 120), plastic, (x, y, 0), bevel=0.004)
    place(lid(fold), foil, (x, y, 0.012), (0, 0, turn))
    frame = Matrix.LocRotScale(Vector((x, y, 0.0135)), Euler((0, 0, math.radians(turn))), None)

    def put(words, size, u, v, ink_, font=DRAWING):
        item = text(words, size, ink_, frame @ Vector((u, v, 0)), (0, 0, turn), font=font, align="CENTER")
        return item

    put("ALPENMILCH", 0.098, 0, 0.13, print_)
    put("JOGHURT MILD  3,8 %", 0.044, 0, 0.055, print_)
    place(box(0.5, 0.008, 0.0006), red, frame @ Vector((0, 0.02, -0.0005)), (0, 0, turn), smooth=False)
    put("MHD 21.11.", 0.06, 0.02, -0.12, pen)
    put(f"L4 06:{14 + index[0]:02d}:{rnd.randint(10, 59)}", 0.05, 0.02, -0.19, pen)
    if fold:
        a = 4.45 + math.radians(turn)
        run = [(0.44, 0.012), (0.47, 0.026), (0.5, 0.02), (0.508, -0.02), (0.496, -0.1), (0.482, -0.2), (0.469, -0.3), (0.462, -0.36)]
        bend = [a + 0.04 * math.sin(9 * z) for _, z in run]
        tube([(x + r * math.cos(b), y + r * math.sin(b), z) for (r, z), b in zip(run, bend)], 0.026, milk)
        drop = lathe([(0.036 * math.sin(t * math.pi / 12), -0.036 * math.cos(t * math.pi / 12)) for t in range(13)], 32)
        place(drop, milk, (x + 0.462 * math.cos(bend[-1]), y + 0.462 * math.sin(bend[-1]), -0.37), scale=(1, 0.8, 1.4))
        pool = lathe([(0.0, -0.01), (0.07, -0.008), (0.085, 0.0), (0.07, 0.009), (0.0, 0.012)], 40)
        place(pool, milk, (x + 0.425 * math.cos(a), y + 0.425 * math.sin(a), 0.016), (0, 0, math.degrees(a)), scale=(0.55, 1.3, 1))


def build():
    ambient((0.5, 0.6, 0.68), 0.07)
    plastic = surface("plastic", (0.78, 0.78, 0.76), 0.3, bump=0.04, grain=30)
    foil = surface("foil", (0.66, 0.65, 0.62), 0.24, 0.25, vary=0.06, bump=0.1, grain=7)
    print_ = ink("print", (0.01, 0.06, 0.075), 0.3)
    red = ink("line", (0.85, 0.17, 0.015), 0.3)
    pen = ink("date", (0.01, 0.01, 0.012), 0.4)
    milk = surface("milk", (0.86, 0.84, 0.79), 0.12, vary=0.02, bump=0.0)
    belt = surface("belt", (0.035, 0.06, 0.07), 0.5, stain=(0.2, 0.2, 0.19), stains=(0.62, 0.75), stain_scale=3, bump=0.3, grain=30)
    rail = surface("rail", (0.5, 0.5, 0.49), 0.3, 1.0, bump=0.08, grain=60, stretch=(0.05, 1, 1), scratches=2)
    for k in range(-16, 17):
        place(box(0.56, 9, 0.12), belt, (0.6 * k, 0, -1.1), bevel=0.02)
    place(box(14, 0.08, 0.5), rail, (0, 2.85, -0.7), bevel=0.02)
    rnd = seeded("cups")
    metals = (plastic, foil, print_, red, pen, milk)
    for i in range(-4, 6):
        for j in range(-1, 4):
            cup(1.08 * i + rnd.uniform(-0.025, 0.025), 1.12 * (j - 1) + rnd.uniform(-0.02, 0.02), (i, j), metals, rnd)
    area((4.8, 4.4, 3.0), (0.9, 0, 0), 170, (1.4, 1.0), (1, 0.9, 0.78))
    area((-4.5, 5, 4), (0.5, 0.3, 0), 150, (3.5, 1.2), (0.65, 0.8, 1))
    area((-1.5, -6.0, 2.0), (0.9, -0.4, -0.4), 110, (3, 1), (0.8, 0.9, 1))
    camera((0.75, -3.5, 2.25), (0.78, 0.1, -0.05), lens=56, fstop=4, focus=(1.08, -0.35, 0.0), roll=0.02)
