"""An insulator string of an overhead line: brown porcelain, galvanised caps, one shed chipped, a tag wired on beside it."""
import math

from studio import *

PITCH, CHIPPED = 1.46, 2
PORCELAIN = [(0.3, 0.3), (0.36, 0.6), (0.46, 0.56), (0.62, 0.46), (0.9, 0.33), (1.15, 0.17), (1.25, 0.09), (1.275, 0.04), (1.27, 0.0),
             (1.24, -0.03), (1.17, 0.0), (1.08, 0.07), (1.02, 0.08), (0.99, -0.06), (0.95, -0.11), (0.91, -0.06), (0.87, 0.1),
             (0.78, 0.11), (0.74, -0.08), (0.7, -0.13), (0.66, -0.08), (0.6, 0.1), (0.5, 0.1), (0.46, -0.06), (0.42, -0.1), (0.36, -0.04), (0.3, 0.06)]
CAP = [(0, 1.12), (0.2, 1.12), (0.27, 1.08), (0.31, 0.98), (0.32, 0.9), (0.42, 0.82), (0.47, 0.72), (0.5, 0.58), (0.53, 0.5), (0.52, 0.47), (0.36, 0.47)]
PIN = [(0.0, -0.34), (0.14, -0.33), (0.17, -0.27), (0.12, -0.2), (0.1, -0.16), (0.1, 0.1), (0.3, 0.12)]


def smoothed(profile, parts=4):
    """More points on the way, on a curve through them."""
    out = []
    for a, b, c, d in zip([profile[0], *profile], profile, profile[1:], [*profile[2:], profile[-1]]):
        for k in range(parts):
            t = k / parts
            out.append(tuple(0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3) for p, q, r, s in zip(a, b, c, d)))
    return [*out, profile[-1]]


def chipped(profile, at, wide, deep, glaze, biscuit, steps=420):
    """The turned profile, broken off along an uneven edge around the angle `at`; the break shows the body below the glaze."""
    rnd, points, cut = seeded("break"), [], []
    waves = [(rnd.uniform(5, 60), rnd.uniform(0, 6.28), rnd.uniform(0.2, 1)) for _ in range(9)]
    for k in range(steps):
        a = 2 * math.pi * k / steps
        off = abs((a - at + math.pi) % (2 * math.pi) - math.pi) / wide
        rough = sum(h * math.sin(f * a + p) for f, p, h in waves) / len(waves)
        limit = 1.4 if off > 1 else 1.29 - deep * (1 - off**2) ** 0.7 * (1 + 0.25 * rough)
        gone = [i for i, (r, _) in enumerate(profile) if r > limit]
        # Where the glaze ends above and below, between two points of the profile.
        ends = [profile[i][1] + (profile[j][1] - profile[i][1]) * (limit - profile[i][0]) / (profile[j][0] - profile[i][0])
                for i, j in ((gone[0] - 1, gone[0]), (gone[-1] + 1, gone[-1]))] if gone else None
        for i, (r, z) in enumerate(profile):
            if i in gone:
                share = (i - gone[0]) / max(1, len(gone) - 1)
                r = limit - (0.05 + 0.012 * math.sin(20 * share + 9 * a)) * math.sin(math.pi * share)
                z = ends[0] * (1 - share) + ends[1] * share
            cut.append(i in gone)
            points.append((r * math.cos(a), r * math.sin(a), z))
    rings, faces, which = len(profile), [], []
    for k in range(steps):
        for i in range(rings - 1):
            a, b = k * rings + i, ((k + 1) % steps) * rings + i
            faces.append((a, b, b + 1, a + 1))
            which.append(int(sum(cut[v] for v in faces[-1]) >= 3))
    mesh = mesh_of(points, faces)
    mesh.materials.append(glaze)
    mesh.materials.append(biscuit)
    mesh.polygons.foreach_set("material_index", which)
    return mesh


def string(x, y, top, count, metals, broken=None):
    glaze, biscuit, zinc = metals
    shed, cap, pin = lathe(smoothed(PORCELAIN), 200), lathe(smoothed(CAP, 3), 96), lathe(PIN, 48)
    for k in range(count):
        where, turn = (x, y, top - k * PITCH), (0.6 * math.sin(3 * k + x), 0.5 * math.cos(5 * k + x), 71 * k)
        if k == broken:
            place(chipped(smoothed(PORCELAIN), math.radians(-66 - turn[2]), 0.36, 0.36, glaze, biscuit), glaze, where, turn)
        else:
            place(shed, glaze, where, turn)
        place(cap, zinc, where, turn)
        place(pin, zinc, where, turn)
        place(lathe([(0.016, -0.27), (0.016, 0.27)], 12), zinc, (where[0], where[1], where[2] + 1.0), (90, 0, 30 + turn[2]))


def build():
    ambient((0.5, 0.62, 0.75), 0.016)
    glaze = surface("glaze", (0.05, 0.017, 0.009), 0.12, vary=0.05, scale=5, stain=(0.12, 0.1, 0.08), stains=(0.62, 0.9), stain_scale=1.6,
                    stain_rough=0.55, bump=0.04, grain=24, Specular=0.6)
    biscuit = surface("biscuit", (0.72, 0.66, 0.55), 0.75, bump=0.7, grain=26, stain=(0.45, 0.37, 0.28), stains=(0.6, 0.9), stain_scale=2)
    zinc = surface("zinc", (0.36, 0.37, 0.38), 0.5, 0.9, vary=0.16, scale=12, stain=(0.15, 0.085, 0.05), stains=(0.6, 0.76), stain_scale=3.5, bump=0.25, grain=40)
    lattice = surface("lattice", (0.26, 0.28, 0.28), 0.55, 0.6, stain=(0.12, 0.08, 0.05), stains=(0.6, 0.8), bump=0.2)
    wire = surface("wire", (0.5, 0.48, 0.45), 0.4, 1.0)
    paper = surface("paper", (0.78, 0.72, 0.58), 0.8, stain=(0.5, 0.42, 0.3), stains=(0.58, 0.8), stain_scale=2.4, bump=0.15, grain=30)
    pen = ink("pen", (0.012, 0.014, 0.03), 0.5)
    string(0, 0, 2 * PITCH, 5, (glaze, biscuit, zinc), CHIPPED)
    string(2.9, 3.6, 2.3 * PITCH, 6, (glaze, biscuit, zinc))
    for k in range(4):
        place(box(0.5, 0.5, 16), lattice, (-8 + 5 * k, 14 + k, -8), (0, (-28, 30, -30, 26)[k], 20), smooth=False)
    # The tag hangs from a wire around the cap below the chipped shed.
    z = -PITCH + 0.66
    tube([(0.47 * math.cos(a), 0.47 * math.sin(a), z + 0.02 * math.sin(3 * a)) for a in [k * math.pi / 8 for k in range(17)]], 0.016, wire, True)
    tube([(-0.28, -0.4, z), (-0.36, -0.7, z - 0.05), (-0.5, -1.18, z - 0.42), (-0.5, -1.33, z - 0.62), (-0.5, -1.36, z - 0.72)], 0.013, wire)
    frame = Matrix.LocRotScale(Vector((-0.5, -1.36, z - 1.12)), Euler([math.radians(v) for v in (86, 7, -10)]), None)
    turn = (86, 7, -10)
    place(sheet(1.5, 0.86, 30, lambda u, v: 0.05 * u * u + 0.02 * math.sin(4 * u + 2 * v)), paper, frame.translation, turn)
    for k, words in enumerate(("Mast 14, Kette 2", "Teller 3 gebrochen", "12.3.  Ke")):
        text(words, 0.17, pen, frame @ Vector((-0.62, 0.1 - 0.22 * k, 0.045)), (86, 7 + (-1, 1, 2)[k], -10), font=PEN)
    place(lathe([(0.035, 0), (0.075, 0), (0.075, 0.006), (0.035, 0.006)], 32), wire, frame @ Vector((0, 0.36, 0.012)), turn)
    area((5.2, -3.6, 4.6), (0, 0, -0.2), 1250, (1.6, 1.6), (1, 0.88, 0.73))
    area((-6.5, 4.5, 3.5), (0, 0, 0), 420, (1.5, 6), (0.6, 0.78, 1))
    area((-3.0, -7.5, 1.0), (0, 0, -0.5), 110, (2, 5), (0.82, 0.9, 1))
    if upright():
        return camera((-1.4, -9.5, 1.7), (0, 0, -0.6), lens=44, fstop=5.6, focus=(0.2, -1.0, 0.0), roll=0.02, shift=(0.0, -0.2))
    camera((-1.4, -9.5, 1.7), (-1.35, 0, -0.55), lens=46, fstop=5.6, focus=(0.2, -1.0, 0.0), roll=0.03)
