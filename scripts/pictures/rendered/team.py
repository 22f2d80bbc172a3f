"""The board by the workshop's door: a brass tag for each of the team on its hook. One is out, and a note says where."""
import math

from studio import *

NAMES = ["VOGEL", "REITER", "OKAFOR", "LANG", "DEMIR", "HARTMANN", "BRANDT", "MENON", "LINDQVIST", "MOSER", "WEISS", "KOVAC", "FISCHER", "ROSSI",
         "SCHULZ", "AYDIN", "KELLER", "BERGER", "NOVAK", "HUBER", "CELIK", "WINTER", "PETROV", "JANSEN", "HAAS", "BAUER", "SILVA", "RIEDL",
         "KRAUS", "OTT", "YILMAZ", "SAILER", "BECK", "DIETZ", "ARNOLD", "FUCHS", "GRAF", "LORENZ", "PFEIFFER", "RAU", "SEIDL", "ZELLER"]
COLUMNS, ACROSS, DOWN = 7, 1.02, 1.18
OUT, GUEST = 10, 17


def spot(k):
    return (k % COLUMNS - 3) * ACROSS, (2.5 - k // COLUMNS) * DOWN


def hook(x, y, brass):
    place(lathe([(0.0, 0.03), (0.09, 0.02), (0.1, 0.0)], 32), brass, (x, y, 0))
    tube([(x, y, 0.0), (x, y, 0.07), (x, y - 0.02, 0.12), (x, y, 0.17), (x, y + 0.05, 0.2), (x, y + 0.1, 0.2)], 0.022, brass)


def ring(outer, hole, thick):
    """A disc with a hole near its upper edge."""
    inner = [(hole * math.cos(a), outer * 0.68 + hole * math.sin(a)) for a in [2 * math.pi * k / 48 for k in range(48)]]
    outside = [(outer * math.cos(a), outer * math.sin(a)) for a in [2 * math.pi * k / 48 for k in range(48)]]
    points = [(x, y, z) for z in (0, thick) for x, y in (*outside, *inner)]
    faces = []
    for k in range(48):
        n = (k + 1) % 48
        faces += [(96 + k, 96 + n, 144 + n, 144 + k), (n, k, 48 + k, 48 + n), (k, n, 96 + n, 96 + k), (48 + n, 48 + k, 144 + k, 144 + n)]
    return mesh_of(points, faces)


def tag(k, x, y, metal, dark):
    rnd = seeded(f"tag{k}")
    lean, tilt = rnd.uniform(-9, 9), rnd.uniform(4, 11)
    turn = (-tilt, rnd.uniform(-8, 8), lean)
    where = Matrix.LocRotScale(Vector((x, y - 0.02, 0.1)), Euler([math.radians(v) for v in turn]), None)
    disc = where @ Vector((0, -0.24, 0))
    place(ring(0.34, 0.055, 0.035), metal, disc, turn, bevel=0.006)
    number = "GAST" if k == GUEST else str(k + 1)
    size = 0.15 if k == GUEST else 0.27
    text(number, size, dark, where @ Vector((0, -0.24 - 0.42 * size, 0.0365)), turn, align="CENTER")
    if k != GUEST:
        text("WERKLICHT", 0.058, dark, where @ Vector((0, -0.47, 0.0365)), turn, align="CENTER")


def label(k, x, y, tape, raised):
    """Embossed tape: black, its letters pressed white."""
    rnd = seeded(f"label{k}")
    turn = rnd.uniform(-2.2, 2.2)
    name = "GAST" if k == GUEST else NAMES[k]
    wide = 0.16 + 0.089 * len(name)
    place(box(wide, 0.155, 0.012), tape, (x + rnd.uniform(-0.02, 0.02), y - 0.74, 0.0), (0, 0, turn), bevel=0.004)
    text(name, 0.115, raised, (x - (wide - 0.16) / 2 * math.cos(math.radians(turn)), y - 0.778 - (wide - 0.16) / 2 * math.sin(math.radians(turn)), 0.0125), (0, 0, turn), extrude=0.003)


def build():
    ambient((0.45, 0.55, 0.65), 0.02)
    board = surface("board", (0.055, 0.085, 0.085), 0.42, stain=(0.1, 0.085, 0.065), stains=(0.6, 0.84), stain_scale=0.9, vary=0.12, bump=0.35, grain=20, scratches=1.2)
    wood = surface("wood", (0.2, 0.12, 0.06), 0.5, stain=(0.07, 0.045, 0.028), stains=(0.5, 0.8), stain_scale=1.4, scale=26, stretch=(0.06, 1, 1), bump=0.4, grain=50)
    brass = surface("brass", (0.6, 0.42, 0.19), 0.3, 1.0, vary=0.16, bump=0.06, grain=50, stain=(0.3, 0.2, 0.1), stains=(0.5, 0.95), stain_scale=1.7, stain_rough=0.5, scratches=4)
    hooks = surface("hook", (0.55, 0.4, 0.2), 0.35, 1.0, stain=(0.1, 0.07, 0.04), stains=(0.5, 0.75), stain_scale=6)
    orange = surface("guest", (0.9, 0.22, 0.025), 0.34, stain=(0.35, 0.1, 0.03), stains=(0.62, 0.8), stain_scale=3, scratches=4, bump=0.1)
    dark = ink("dark", (0.02, 0.016, 0.012), 0.6)
    tape = surface("tape", (0.012, 0.012, 0.013), 0.3, bump=0.05)
    raised = ink("raised", (0.75, 0.74, 0.7), 0.5)
    paper = surface("paper", (0.76, 0.7, 0.56), 0.8, stain=(0.55, 0.48, 0.36), stains=(0.6, 0.8), stain_scale=3, bump=0.12, grain=30)
    pen = ink("pen", (0.015, 0.03, 0.16), 0.5)
    place(box(24, 18, 0.3), wood, (0, 0, -0.5))
    place(box(8.1, 7.9, 0.2), board, (0, 0, -0.2), bevel=0.03)
    for x in (-4.1, 4.1):
        place(box(0.22, 8.2, 0.4), wood, (x, 0, -0.2), (0, 0, 0), bevel=0.03)
    for y in (-4.0, 4.0):
        place(box(8.4, 0.22, 0.4), wood, (0, y, -0.2), bevel=0.03)
    for k in range(42):
        x, y = spot(k)
        hook(x, y, hooks)
        label(k, x, y, tape, raised)
        if k != OUT:
            tag(k, x, y, orange if k == GUEST else brass, dark)
    # A note on the empty hook: who is where, until when.
    x, y = spot(OUT)
    place(sheet(0.86, 0.6, 24, lambda u, v: 0.07 + 0.05 * v + 0.04 * u * u + 0.012 * math.sin(5 * u)), paper, (x + 0.03, y - 0.3, 0.0), (0, 0, -4))
    for k, words in enumerate(("bei Isarstahl", "bis Donnerstag")):
        text(words, 0.135, pen, (x - 0.33, y - 0.26 - 0.19 * k, 0.095 - 0.016 * k), (-4, 0, -4), font=PEN)
    area((6.4, 3.4, 3.2), (0.6, 0, 0), 620, (0.9, 0.9), (1, 0.86, 0.7))
    area((-6, 3, 4.5), (0, 0, 0), 140, (2, 3), (0.6, 0.78, 1))
    area((0.5, 8, 4.2), (0, 0, 0), 120, (9, 2.5), (0.85, 0.92, 1))
    if upright():
        return camera((0.2, -3.4, 4.6), (0.45, 0.5, 0.1), lens=46, fstop=4, focus=(0.3, 0.7, 0.15), roll=-0.03, shift=(0, -0.2))
    camera((-1.2, -3.3, 4.9), (-0.72, 0.2, 0.1), lens=50, fstop=4, focus=(0.3, 0.6, 0.15), roll=-0.03)
