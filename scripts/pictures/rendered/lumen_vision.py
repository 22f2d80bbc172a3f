"""A camera above the belt: its lens set, marked with paint and taped over so that nobody turns it; below it the part."""
import math

from studio import *
from visual_inspection import crayon

FRONT = math.radians(-90)
"""Where the belt is."""
FLOOR = -0.82


def knurled(radius, low, high, ribs, depth):
    """A grip: ribs along the axis."""
    steps, points, faces = ribs * 4, [], []
    rows = [(low, 0.35), (low + 0.012, 1), (high - 0.012, 1), (high, 0.35)]
    for k in range(steps):
        a = 2 * math.pi * k / steps
        rib = (0.0, 1.0, 1.0, 0.0)[k % 4]
        points += [((radius - depth * (1 - rib * share)) * math.cos(a), (radius - depth * (1 - rib * share)) * math.sin(a), z) for z, share in rows]
    for k in range(steps):
        for j in range(3):
            a, b = k * 4 + j, (k + 1) % steps * 4 + j
            faces.append((a, b, b + 1, a + 1))
    return mesh_of(points, faces)


def around(words, size, material, radius, height, middle, font=DRAWING):
    """Words along a barrel, bent with it."""
    item = text(words, size, material, (0, 0, 0), font=font, align="CENTER")
    mesh = bpy.data.meshes.new_from_object(item.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(item)
    for p in mesh.vertices:
        a = middle + p.co.x / radius
        p.co = (radius * math.cos(a), radius * math.sin(a), height + p.co.y)
    return place(mesh, material, smooth=False)


def band(radius, low, high, first, last, material, torn=0.0):
    """A strip around a barrel; torn by hand, its ends are ragged."""
    rnd, points, rows, steps = seeded("band"), [], 12, 60
    ends = [(rnd.uniform(0, torn), rnd.uniform(0, torn)) for _ in range(rows + 1)]
    for k in range(steps + 1):
        for j, (a, b) in enumerate(ends):
            turn = first + a + (last - b - first - a) * k / steps
            r = radius + 0.0015 * math.sin(9 * turn + j)
            points.append((r * math.cos(turn), r * math.sin(turn), low + (high - low) * j / rows))
    wide = rows + 1
    faces = [(k * wide + j, (k + 1) * wide + j, (k + 1) * wide + j + 1, k * wide + j + 1) for k in range(steps) for j in range(rows)]
    return place(mesh_of(points, faces), material)


def ticks(material, radius, low, high, turns, width=0.006):
    for turn in turns:
        a, b = turn - width / radius / 2, turn + width / radius / 2
        points = [(radius * math.cos(t), radius * math.sin(t), z) for z in (low, high) for t in (a, b)]
        place(mesh_of(points, [(0, 1, 3, 2)]), material, smooth=False)


def thumbscrew(at, turn, brass):
    """A screw that holds a ring, pointing outwards."""
    frame = (90, 0, math.degrees(turn) + 90)
    out = Vector((math.cos(turn), math.sin(turn), 0))
    place(lathe([(0, 0), (0.03, 0), (0.03, 0.08)], 32), brass, Vector(at), frame)
    place(knurled(0.062, 0, 0.11, 26, 0.008), brass, Vector(at) + out * 0.07, frame)
    place(lathe([(0, 0.11), (0.05, 0.11), (0.058, 0.104)], 40), brass, Vector(at) + out * 0.07, frame)


def lens(black, worn, bare, white, paint, tape, pen, brass):
    """Front down. From below: rim, focus ring with its scale, aperture ring under tape, flange."""
    place(lathe([(0.37, 0.075), (0.39, 0.03), (0.44, 0.0), (0.5, 0.0), (0.52, 0.02), (0.52, 0.13), (0.505, 0.145), (0.505, 0.17)], 200), worn)
    place(lathe([(0.505, 0.17), (0.555, 0.172), (0.555, 0.18)], 200), worn)
    place(knurled(0.575, 0.18, 0.4, 96, 0.017), black)
    place(lathe([(0.56, 0.4), (0.545, 0.412), (0.545, 0.6), (0.535, 0.612), (0.52, 0.612)], 220), worn)
    place(lathe([(0.52, 0.612), (0.522, 0.618), (0.522, 0.64), (0.52, 0.646)], 220), bare)
    place(lathe([(0.52, 0.646), (0.53, 0.65), (0.53, 0.8), (0.52, 0.81)], 220), worn)
    place(lathe([(0.52, 0.81), (0.53, 0.815), (0.53, 1.02), (0.5, 1.04), (0.5, 1.08)], 220), worn)
    place(knurled(0.515, 1.06, 1.17, 80, 0.014), black)
    place(lathe([(0.49, 1.17), (0.46, 1.2), (0.44, 1.2), (0.44, 1.27), (0.52, 1.275), (0.53, 1.285), (0.53, 1.35), (0, 1.35)], 200), bare)
    for words, degrees in (("0,3", -62), ("0,35", -38), ("0,4", -14), ("0,5", 9), ("0,7", 31), ("1", 50), ("\u221e", 68)):
        turn = FRONT + math.radians(degrees)
        around(words, 0.085, white, 0.5462, 0.452, turn)
        ticks(white, 0.5462, 0.54, 0.598, [turn])
    ticks(white, 0.5312, 0.655, 0.73, [FRONT + math.radians(4)], 0.012)
    around("WERKLICHT 5,6/120  \u03b2 = 0,5", 0.058, white, 0.5312, 0.71, FRONT - math.radians(45))
    for words, degrees in (("16", -84), ("11", -71), ("22", 62), ("32", 78)):
        around(words, 0.075, white, 0.5312, 0.885, FRONT + math.radians(degrees))
    # Set once: a line of paint over the gap, tape over the ring, and who did it.
    rnd, points = seeded("paint"), []
    for k in range(25):
        z = 0.555 + 0.16 * k / 24
        r = 0.547 if z < 0.606 else 0.524 if z < 0.65 else 0.5325
        for side in (-1, 1):
            a = FRONT + math.radians(15 + 10 * (z - 0.63)) + side * (0.021 * min(1, 0.45 + k / 3, 0.45 + (24 - k) / 5) + rnd.uniform(-0.003, 0.003)) / r
            points.append((r * math.cos(a), r * math.sin(a), z))
    place(mesh_of(points, [(2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2) for k in range(24)]), paint)
    band(0.5335, 0.83, 1.005, FRONT - math.radians(58), FRONT + math.radians(46), tape, 0.05)
    around("nicht verstellen!", 0.105, pen, 0.5365, 0.93, FRONT - math.radians(6), font=PEN)
    around("f 8   12.6.  Ro", 0.085, pen, 0.5365, 0.852, FRONT - math.radians(3), font=PEN)
    for turn, height, r in ((-22, 0.5, 0.54), (-12, 1.05, 0.5)):
        turn = math.radians(turn)
        thumbscrew((r * math.cos(turn), r * math.sin(turn), height), turn, brass)


def body(black, screw):
    """The housing with its fins."""
    place(box(1.26, 1.26, 0.16), black, (0, 0, 1.35), bevel=0.03)
    for k in range(9):
        place(box(1.26, 1.26, 0.05), black, (0, 0, 1.56 + 0.1 * k), bevel=0.012)
    place(box(1.16, 1.16, 1.6), black, (0, 0, 1.5), bevel=0.02)
    for x in (-0.52, 0.52):
        place(lathe([(0, 0), (0.055, 0), (0.055, 0.05), (0.03, 0.05), (0.03, 0.02), (0, 0.02)], 40), screw, (x, -0.63, 1.43), (90, 0, 0))


def gear(teeth=30, root=0.78, tip=0.9):
    outline = []
    for k in range(teeth):
        for share, r in ((0.0, root), (0.2, root), (0.36, tip), (0.62, tip), (0.8, root)):
            a = 2 * math.pi * (k + share) / teeth
            outline.append((r * math.cos(a), r * math.sin(a)))
    return prism(outline, 0.34)


def build():
    ambient((0.45, 0.55, 0.65), 0.02)
    black = surface("anodised", (0.02, 0.02, 0.022), 0.36, 0.3, vary=0.1, bump=0.06, grain=70)
    worn = surface("barrel", (0.022, 0.022, 0.024), 0.3, 0.3, vary=0.1, bump=0.03, grain=70, stain=(0.3, 0.29, 0.28), stains=(0.74, 0.78), stain_scale=5, stain_rough=0.4, scratches=2.2)
    bare = surface("bare", (0.6, 0.6, 0.59), 0.28, 1.0, vary=0.08, bump=0.02, grain=60, scratches=2)
    steel = surface("steel", (0.5, 0.49, 0.47), 0.28, 1.0, vary=0.1, bump=0.06, grain=60, stain=(0.16, 0.12, 0.09), stains=(0.6, 0.78), stain_scale=3, scratches=2)
    ground = surface("ground", (0.34, 0.335, 0.325), 0.42, 1.0, vary=0.1, bump=0.05, grain=50, stain=(0.12, 0.1, 0.085), stains=(0.58, 0.78), stain_scale=2.4, scratches=2)
    plate = surface("plate", (0.33, 0.335, 0.34), 0.42, 1.0, vary=0.1, bump=0.05, grain=40, scratches=1.4)
    brass = surface("brass", (0.62, 0.44, 0.2), 0.3, 1.0, stain=(0.16, 0.11, 0.06), stains=(0.55, 0.75), stain_scale=6)
    belt = surface("belt", (0.025, 0.034, 0.034), 0.55, bump=0.5, grain=30, stain=(0.09, 0.085, 0.08), stains=(0.55, 0.8), stain_scale=1.6, scratches=1.2)
    tape = surface("tape", (0.72, 0.64, 0.45), 0.62, stain=(0.48, 0.38, 0.22), stains=(0.56, 0.74), stain_scale=5, bump=0.3, grain=90)
    white = ink("white", (0.75, 0.74, 0.7), 0.6)
    paint = surface("paint", (0.92, 0.22, 0.02), 0.42, bump=0.2, grain=30)
    pen = ink("pen", (0.015, 0.02, 0.07), 0.5)
    lens(black, worn, bare, white, paint, tape, pen, brass)
    body(black, bare)
    # The bracket, and the profile that carries it.
    place(box(3.6, 0.16, 1.3), plate, (0.9, 0.78, 1.5), bevel=0.02)
    place(box(0.9, 0.9, 9), plate, (2.5, 1.45, -3), bevel=0.05)
    place(box(0.16, 0.3, 9), black, (2.5, 0.98, -3))
    for x in (1.2, 1.7):
        place(hexagon(0.2, 0.12), steel, (x, 0.7, 2.1), (90, 20 * x, 0), bevel=0.015)
    place(box(30, 3.4, 0.1), belt, (0, 0.2, FLOOR - 0.1))
    place(box(30, 0.12, 0.3), plate, (0, 1.95, FLOOR - 0.1), bevel=0.02)
    for x, turn in ((-0.1, 4), (-3.0, 21), (2.8, 40)):
        place(gear(), ground, (x, 0.05, FLOOR), (0, 0, turn), bevel=0.012)
        place(lathe(disc_profile(0.36, 0.1, 0.2)), ground, (x, 0.05, FLOOR + 0.34), bevel=0.01)
        place(lathe([(0.2, -0.3), (0.2, 0.101)]), ink("bore", (0.004, 0.004, 0.004)), (x, 0.05, FLOOR + 0.34))
    place(crayon(), paint, (0.42, -0.42, FLOOR + 0.342), (0, 0, 30), scale=0.19)
    area((-3.4, -3.4, 3.2), (0, 0, 0.6), 300, (1.0, 1.6), (1, 0.88, 0.74))
    area((2.6, -2.6, 0.9), (0.1, 0, FLOOR + 0.2), 26, (1.0, 0.8), (1, 0.9, 0.8))
    area((4.2, -0.6, 1.8), (0, 0, 0.6), 130, (0.8, 2.6), (0.66, 0.8, 1))
    area((-1.2, 4.5, 2.5), (0, 0, -0.6), 70, (4, 1.6), (0.8, 0.9, 1))
    camera((-0.75, -4.5, 1.6), (0.22, 0, 0.36), lens=50, fstop=6.3, focus=(-0.05, -0.53, 0.75), roll=0.02)
