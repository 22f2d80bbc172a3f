"""A bearing taken apart after a planned stop: the raceway is spalled in one place, the tag says what was heard before."""
import math

import numpy as np
from studio import *

PITCH, BALL, MIDDLE = 0.9625, 0.1985, 0.375
GROOVE = 0.207
SPALL = math.radians(277)


def bumps(seed, count=60, low=18, high=140):
    """Uneven ground over (angle, height), between about -1 and 1."""
    rnd = np.random.default_rng(seed)
    waves = [(rnd.uniform(low, high), rnd.uniform(-high, high), rnd.uniform(0, 6.3), rnd.normal()) for _ in range(count)]
    return lambda a, z: sum(w * np.sin(f * a + g * z + p) for f, g, p, w in waves) / math.sqrt(count)


def raceway(polished, track, torn, brim):
    """The groove of the outer ring. Where the steel is broken out it is deeper, with a ragged edge."""
    steps, rows = 2600, 46
    reach = math.sqrt(GROOVE**2 - (brim - PITCH) ** 2)
    a = (np.arange(steps) / steps * 2 * math.pi)[:, None]
    z = np.linspace(-reach, reach, rows)[None, :]
    edge, ground = bumps(3, 40, 12, 60), bumps(5, 90, 8, 130)
    across = (a - SPALL) * 1.16
    inside = 1 - (across / 0.3) ** 2 - ((z - 0.012) / 0.115) ** 2 + 0.42 * edge(a, z)
    for at, size in ((-0.36, 0.03), (-0.42, 0.016), (0.37, 0.022), (0.45, 0.014), (-0.53, 0.012)):
        inside = np.maximum(inside, 1 - ((across - at) / size) ** 2 - ((z - 0.01) / (size * 0.8)) ** 2 + 0.3 * edge(a, z))
    depth = np.clip(inside * 9, 0, 1) * (0.026 + 0.016 * ground(a, z)) + 0.006 * (inside > 0)
    r = PITCH + np.sqrt(GROOVE**2 - z**2) + depth
    points = np.stack([r * np.cos(a), r * np.sin(a), MIDDLE + z + 0 * a], axis=-1).reshape(-1, 3)
    k, j = np.meshgrid(np.arange(steps), np.arange(rows - 1), indexing="ij")
    after = (k + 1) % steps
    faces = np.stack([k * rows + j, k * rows + j + 1, after * rows + j + 1, after * rows + j], axis=-1).reshape(-1, 4)
    mesh = mesh_of(points.tolist(), faces.tolist())
    for material in (polished, track, torn):
        mesh.materials.append(material)
    worn = np.abs(z - 0.012 - 0.004 * np.sin(3 * a)) < 0.062
    kind = np.where(inside > 0, 2, np.where(worn, 1, 0))[:, :-1].reshape(-1)
    mesh.polygons.foreach_set("material_index", kind.astype(np.int32))
    return mesh


def ring_around(brim):
    """The outer ring without its groove: faces, chamfers, back."""
    reach = math.sqrt(GROOVE**2 - (brim - PITCH) ** 2)
    top, bottom = MIDDLE + reach, MIDDLE - reach
    return [(brim, top), (brim, 0.735), (brim + 0.015, 0.75), (1.275, 0.75), (1.3, 0.725), (1.3, 0.025), (1.275, 0), (brim + 0.015, 0), (brim, 0.015), (brim, bottom)]


def cage(pockets=9, steps=900):
    """One half of a pressed cage: flat between the balls, bulged around each."""
    points, faces = [], []
    for k in range(steps):
        a = 2 * math.pi * k / steps
        lift = max(0.0, math.cos(pockets * a) + 0.25) / 1.25
        z = 0.19 * math.sqrt(lift)
        points += [(r * math.cos(a), r * math.sin(a), z) for r in (PITCH - 0.075, PITCH + 0.075)]
    for k in range(steps):
        b = (k + 1) % steps
        faces.append((2 * k, 2 * k + 1, 2 * b + 1, 2 * b))
    return mesh_of(points, faces)


def grease(name, low, high, scale):
    """A film of old grease, torn where the balls have pushed it aside."""
    n = Nodes(name)
    cloud = n.noise(scale)
    n.set(n.shader, "Base Color", n.mix(n.ramp(cloud, low, high + 0.25), (0.16, 0.075, 0.018), (0.03, 0.016, 0.008)))
    n.set(n.shader, "Roughness", 0.16)
    n.set(n.shader, "Alpha", n.ramp(cloud, low, high))
    n.set(n.shader, "Normal", n.add("ShaderNodeBump", Strength=0.9, Distance=0.05, Height=n.noise(scale * 2.4)).outputs[0])
    return n.material


def tag(paper, pen, wire, at, turn):
    """A tag of cardboard, as tools are lent on, with a wire through its eye."""
    lift = lambda u, v: 0.03 + 0.06 * (u + 0.5) ** 2 + 0.012 * math.sin(4 * v + 2 * u)
    place(sheet(1.5, 0.78, 40, lift), paper, at, (0, 0, turn), scale=0.56)
    frame = Matrix.LocRotScale(Vector(at), Euler((0, 0, math.radians(turn))), Vector((0.56,) * 3))

    def write(words, size, x, y, slope=0.0):
        item = text(words, size, pen, (0, 0, 0), font=PEN)
        mesh = bpy.data.meshes.new_from_object(item.evaluated_get(bpy.context.evaluated_depsgraph_get()))
        bpy.data.objects.remove(item)
        for p in mesh.vertices:
            u, v = x + p.co.x, y + p.co.y + slope * p.co.x
            p.co = frame @ Vector((u, v, lift(u / 1.5, v / 0.78) + 0.004))
        place(mesh, pen, smooth=False)

    write("GB-B  Lager 3", 0.2, -0.48, 0.16, 0.015)
    write("88 Hz, seit 2.2.", 0.2, -0.48, -0.07, -0.01)
    write("raus 9.3.  Ro", 0.2, -0.48, -0.3, 0.02)
    eye = frame @ Vector((-0.63, 0.0, 0.034))
    place(lathe([(0.035, 0.0), (0.07, 0.006), (0.075, 0.0)], 40), wire, eye, scale=0.56)
    tube([eye + Vector(p) for p in ((0.01, 0, -0.02), (-0.03, 0.02, 0.06), (-0.12, 0.02, 0.05), (-0.3, -0.06, 0.01), (-0.5, -0.08, 0.02), (-0.62, 0.02, 0.1))], 0.006, wire)


def ring(steel):
    """The outer ring, standing on its edge; what is written and painted on it stands with it."""
    polished, track, torn, ground, etched, paint = steel
    brim = 1.085
    parts = [place(raceway(polished, track, torn, brim), polished), place(lathe(ring_around(brim), 260), ground, bevel=0.004)]
    for low, high, kind in ((-0.17, -0.125, ("film", 0.48, 0.55, 7)), (0.13, 0.17, ("brim", 0.54, 0.6, 9))):
        rows = [low + (high - low) * k / 4 for k in range(5)]
        parts.append(place(lathe([(PITCH + math.sqrt(GROOVE**2 - t * t) - 0.004, MIDDLE + t) for t in rows], 260), grease(*kind)))
    # Somebody's arrow at the place.
    tip = (1.1 * math.cos(SPALL), 1.1 * math.sin(SPALL), 0.7505)
    for turn, reach, width in ((0.0, 1.28, 0.034), (-0.07, 1.185, 0.03), (0.07, 1.185, 0.03)):
        end = SPALL + turn
        parts.append(stroke((reach * math.cos(end), reach * math.sin(end), 0.7505), tip, (0, 0, 1), width, paint))
    for k, letter in enumerate("6205 C3"):
        a = SPALL + 0.3 + 0.058 * k
        parts.append(text(letter, 0.085, etched, (1.215 * math.cos(a), 1.215 * math.sin(a), 0.7508), (0, 0, math.degrees(a) + 90)))
    pivot = bpy.data.objects.new("ring", None)
    bpy.context.collection.objects.link(pivot)
    pivot.location, pivot.rotation_euler = (0, 0, 1.3), (math.radians(90), 0, math.radians(14))
    for part in parts:
        part.parent = pivot


def build():
    ambient((0.4, 0.55, 0.65), 0.02)
    bench = surface("bench", (0.2, 0.2, 0.185), 0.5, stain=(0.04, 0.034, 0.028), stains=(0.5, 0.72), stain_scale=1.1, stain_rough=0.2, bump=0.2, grain=14, scratches=1.6)
    polished = surface("polished", (0.6, 0.59, 0.57), 0.17, 1.0, vary=0.05, bump=0.01, grain=40, stretch=(1, 1, 0.2))
    track = surface("track", (0.5, 0.48, 0.45), 0.3, 1.0, vary=0.1, scale=16, bump=0.03, grain=60, stretch=(1, 1, 0.15), scratches=3)
    torn = surface("torn", (0.2, 0.19, 0.18), 0.5, 0.8, vary=0.2, scale=40, bump=0.5, grain=40)
    ground = surface("ground", (0.52, 0.51, 0.49), 0.27, 1.0, vary=0.1, bump=0.012, grain=30, stain=(0.17, 0.12, 0.08), stains=(0.62, 0.8), stain_scale=2.4, stain_rough=0.4, scratches=2.4)
    pressed = surface("cage", (0.42, 0.4, 0.37), 0.3, 1.0, bump=0.03, grain=30, stain=(0.12, 0.07, 0.03), stains=(0.5, 0.7), stain_scale=4, stain_rough=0.3)
    ball_steel = surface("ball", (0.62, 0.61, 0.6), 0.1, 1.0, vary=0.05, bump=0.01, grain=30, scratches=3)
    paper = surface("paper", (0.7, 0.62, 0.46), 0.8, stain=(0.42, 0.32, 0.2), stains=(0.58, 0.74), stain_scale=2.4, bump=0.14, grain=30)
    pen = ink("pen", (0.015, 0.02, 0.07), 0.5)
    wire = surface("wire", (0.5, 0.48, 0.44), 0.35, 1.0)
    paint = surface("paint", (0.92, 0.22, 0.02), 0.42, bump=0.2, grain=30)
    place(box(30, 30, 0.2), bench, (0, 0, -0.2))
    ring((polished, track, torn, ground, ink("etched", (0.02, 0.02, 0.02), 0.6), paint))
    # What came out of it: balls, half of the cage, still greased.
    place(cage(), pressed, (-1.75, 1.5, 0.06), (3, -4, 20)).modifiers.new("thick", "SOLIDIFY").thickness = 0.025
    circle = [math.pi * k / 32 for k in range(33)]
    ball = lathe([(BALL * math.sin(t), -BALL * math.cos(t)) for t in circle], 64)
    shell = lathe([((BALL + 0.004) * math.sin(t), -(BALL + 0.004) * math.cos(t)) for t in circle], 64)
    smear = grease("smear", 0.52, 0.59, 9)
    for x, y in ((-1.0, -0.62), (-1.42, -0.3), (-0.62, 1.5), (0.9, 1.9), (1.5, -0.1), (-1.9, -0.9)):
        for mesh, material in ((ball, ball_steel), (shell, smear)):
            place(mesh, material, (x, y, BALL), (70 * x, 50 * y, 30))
    tag(paper, pen, wire, (-0.34, -1.0, 0.0), 7)
    area((-1.6, 4.6, 4.9), (0, -0.3, 0.3), 110, (2.4, 1.4), (1, 0.88, 0.74))
    area((3.6, -2.2, 2.6), (0.3, -0.6, 0.3), 170, (0.8, 0.8), (1, 0.9, 0.8))
    area((-4.5, -0.5, 2.4), (0, 0, 0.4), 120, (0.8, 3.2), (0.6, 0.78, 1))
    camera((-0.3, -3.2, 3.1), (0.03, -0.36, 0.17), lens=57, fstop=7, focus=(0.2, -0.3, 0.16), roll=0.015)
