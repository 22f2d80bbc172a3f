"""A bench at the end of a shift: the log, a pencil, a lamp mended with tape, a spanner. One window."""
import math

from studio import *

ENTRIES = [
    ("06:10", "Anlauf B, ruhig"),
    ("08:40", "Lager 3: 61 statt 54"),
    ("09:15", "Fett, 12 g"),
    ("11:30", "Klackern, ca. 3 s"),
    ("12:05", "wieder! Sensor 4?"),
    ("13:50", "an Spätschicht, Rosi"),
]
NIGHT = [("22:00", "Nacht: Weber, Aydin"), ("23:20", "Riss im Schlauch, ersetzt"), ("02:45", "Stillstand 20 min"), ("04:10", "läuft, 0,4 bar weniger")]


def log(paper, line, red, pen, cover):
    def page(x, bend):
        return lambda u, v: 0.05 + 0.1 * math.exp(-((u + bend) ** 2) * 26) + 0.02 * math.sin(3 * u + 2 * v)

    at, turn = (0.55, 0.1, 0.0), 13
    frame = Matrix.LocRotScale(Vector(at), Euler((0, 0, math.radians(turn))), None)
    place(box(4.5, 3.06, 0.04), cover, at, (0, 0, turn), bevel=0.015)
    for side in (-1, 1):
        for k in range(5):
            lift = page(0, 0.5 * side)
            leaf = sheet(2.16, 2.96, 30, lambda u, v, k=k: lift(u, v) - 0.01 * k + 0.04)
            place(leaf, paper, frame @ Vector((1.09 * side + 0.012 * k * side, 0.008 * k, 0)), (0, 0, turn))

    def on(x, y, side=1):
        lift = page(0, 0.5 * side)
        return frame @ Vector((x + 1.09 * side, y, lift(x / 2.16, y / 2.96) + 0.045))

    for side in (-1, 1):
        for k in range(15):
            y = 1.12 - 0.175 * k
            tube([on(x / 10, y, side) for x in range(-10, 11, 2)], 0.0013, line)
        tube([on(-0.56, y / 10, side) for y in range(-14, 15, 4)], 0.0015, red)
    def write(words, size, x, y, side, slope):
        """Words follow the page's bend."""
        item = text(words, size, pen, (0, 0, 0), font=PEN)
        mesh = bpy.data.meshes.new_from_object(item.evaluated_get(bpy.context.evaluated_depsgraph_get()))
        bpy.data.objects.remove(item)
        for p in mesh.vertices:
            p.co = on(x + p.co.x, y + p.co.y + slope * p.co.x, side) + Vector((0, 0, 0.004))
        place(mesh, pen, smooth=False)

    for k, (hour, words) in enumerate(ENTRIES):
        slope = seeded(words).uniform(-0.02, 0.02)
        write(hour, 0.17, -0.98, 0.97 - 0.35 * k, 1, slope)
        write(words, 0.17, -0.5, 0.97 - 0.35 * k, 1, slope)
    for k, (hour, words) in enumerate(NIGHT):
        write(hour, 0.17, -1.0, 0.8 - 0.35 * k, -1, 0.01)
        write(words, 0.17, -0.5, 0.8 - 0.35 * k, -1, 0.01)


def lamp(at, turn, rubber, tape, wire, lens):
    profile = [(0, -1.1), (0.13, -1.1), (0.17, -1.04), (0.17, 0.45), (0.24, 0.6), (0.27, 0.75), (0.27, 0.86), (0, 0.86)]
    spin = (90, 0, turn)
    frame = Matrix.LocRotScale(Vector(at), Euler([math.radians(a) for a in spin]), None)
    place(lathe(profile), rubber, at, spin)
    rnd = seeded("tape")
    z = -0.62
    for k in range(7):
        r = 0.178 + 0.006 * (k % 3)
        high = 0.19 + rnd.uniform(-0.02, 0.02)
        place(lathe([(0.16, z), (r, z + 0.004), (r + 0.005, z + high / 2), (r, z + high), (0.16, z + high + 0.004)]), tape, at,
              (spin[0] + rnd.uniform(-4, 4), rnd.uniform(-4, 4), spin[2]))
        z += 0.105
    place(lathe([(0.22, 0.86), (0.2, 1.45), (0.14, 1.6), (0, 1.66)]), lens, at, spin)
    for k in range(8):
        a = math.pi * k / 4
        tube([frame @ Vector((r * math.cos(a), r * math.sin(a), h)) for r, h in ((0.27, 0.8), (0.27, 1.2), (0.26, 1.6), (0.1, 1.78), (0, 1.79))], 0.014, wire)
    for h in (1.05, 1.4):
        tube([frame @ Vector((0.275 * math.cos(t), 0.275 * math.sin(t), h)) for t in [k * 0.55 for k in range(12)]], 0.014, wire, closed=True)
    tube([frame @ Vector(p) for p in ((0, 0, -1.05), (0, -0.02, -1.6), (0.3, -0.16, -2.2), (1.3, -0.2, -2.6), (2.6, -0.2, -2.2), (4.2, -0.2, -3.4))], 0.05, rubber)


def build():
    ambient((0.45, 0.55, 0.7), 0.012)
    wood = surface("wood", (0.13, 0.075, 0.04), 0.5, stain=(0.035, 0.025, 0.02), stains=(0.52, 0.8), stain_scale=1.2, stain_rough=0.4,
                   vary=0.2, scale=30, stretch=(0.06, 1, 1), bump=0.6, grain=60, scratches=1.3)
    paper = surface("paper", (0.72, 0.67, 0.56), 0.85, stain=(0.5, 0.43, 0.32), stains=(0.58, 0.8), stain_scale=2, bump=0.12, grain=40)
    line, red = ink("line", (0.42, 0.5, 0.58), 0.8), ink("red", (0.6, 0.2, 0.15), 0.8)
    pen = ink("pen", (0.02, 0.035, 0.2), 0.5)
    cover = surface("cover", (0.02, 0.03, 0.035), 0.55, bump=0.4, grain=70)
    rubber = surface("rubber", (0.016, 0.016, 0.017), 0.5, stain=(0.09, 0.085, 0.08), stains=(0.56, 0.75), bump=0.25)
    tape = surface("tape", (0.88, 0.2, 0.02), 0.48, stain=(0.25, 0.07, 0.02), stains=(0.52, 0.72), stain_scale=6, bump=0.5, grain=110, stretch=(1, 1, 0.3))
    wire = surface("wire", (0.5, 0.5, 0.48), 0.3, 1.0, stain=(0.15, 0.08, 0.04), stain_scale=8)
    lens = surface("lens", (0.75, 0.76, 0.74), 0.22, bump=0.05)
    steel = surface("steel", (0.52, 0.51, 0.49), 0.3, 1.0, stain=(0.2, 0.12, 0.07), stains=(0.56, 0.72), stain_scale=4, scratches=2.5, bump=0.2)
    lacquer = surface("lacquer", (0.75, 0.14, 0.03), 0.28, scratches=5, bump=0.1)
    for k in range(-5, 6):
        place(box(22, 1.18, 0.4), wood, (seeded(f"plank{k}").uniform(-3, 3), 1.2 * k, -0.4), bevel=0.02)
    log(paper, line, red, pen, cover)
    place(prism([(0.042 * math.cos(a), 0.042 * math.sin(a)) for a in (math.pi * k / 3 for k in range(6))], 1.7), lacquer, (0.2, -0.85, 0.165), (90, 0, 62))
    place(lathe([(0.042, 0), (0.008, 0.16), (0, 0.2)], 12), surface("cone", (0.5, 0.33, 0.18), 0.6), (0.2, -0.85, 0.165), (-90, 0, 62))
    lamp((3.0, 1.7, 0.28), 24, rubber, tape, wire, lens)
    place(spanner(0.34, 1.9, 0.09), steel, (-1.55, 2.35, 0.0), (0, 0, 20), bevel=0.012)
    text("17", 0.15, rubber, (-2.3, 2.02, 0.091), (0, 0, 20))
    for x, y in ((-2.9, 1.5), (-2.55, 1.72)):
        place(hexagon(0.3, 0.14), steel, (x, y, 0), (0, 0, 20 * x), bevel=0.012)
    area((2.6, 7.5, 4.6), (0.6, 0, 0), 520, (2.4, 1.8), (1, 0.87, 0.7))
    area((-7, -1, 5), (0, 0, 0), 40, (3, 3), (0.55, 0.72, 1))
    camera((-0.3, -5.1, 4.0), (0.75, 0.42, 0.05), lens=42, fstop=4, focus=(1.3, -0.1, 0.1))
