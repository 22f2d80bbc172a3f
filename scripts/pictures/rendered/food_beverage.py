"""Brown bottles behind the crowner, wet and cold: the crown of one sits askew."""
import math

from studio import *

ASKEW = 1


def crown():
    """21 flutes, as every crown has."""
    steps, profile = 21 * 10, []
    for r, z in ((0, 0.058), (0.06, 0.058), (0.1, 0.056), (0.118, 0.05), (0.13, 0.038), (0.137, 0.024), (0.143, 0.008), (0.149, -0.006)):
        profile.append((r, z))
    points = []
    for j, (r, z) in enumerate(profile):
        depth = max(0, (j - 3) / 4) * 0.0075
        for k in range(steps):
            a = 2 * math.pi * k / steps
            own = r + depth * math.cos(21 * a)
            points.append((own * math.cos(a), own * math.sin(a), z))
    m = len(profile)
    faces = [(j * steps + k, (j + 1) * steps + k, (j + 1) * steps + (k + 1) % steps, j * steps + (k + 1) % steps) for j in range(m - 1) for k in range(steps)]
    return mesh_of(points, faces)


NECK = [(0.30, -2.0), (0.305, -1.5), (0.29, -1.25), (0.235, -0.95), (0.175, -0.6), (0.148, -0.3), (0.14, -0.14), (0.155, -0.12), (0.16, -0.09),
        (0.153, -0.065), (0.138, -0.06), (0.133, -0.03), (0.138, -0.01), (0.138, 0.012), (0.12, 0.024), (0, 0.024)]


def bottle(x, y, index, stuff, rnd):
    glass, cap, paint, drop, paper, black, orange = stuff
    body = [(0, -2.9), (0.3, -2.9), *NECK]
    place(lathe(body, 96), glass, (x, y, 0))
    turn = rnd.uniform(0, 360)
    tilt = (9, -11, turn) if index == ASKEW else (0, 0, turn)
    at = (x + (0.02 if index == ASKEW else 0), y, 0.034 if index == ASKEW else 0.006)
    place(crown(), cap, at, tilt)
    place(lathe([(0, 0.0588), (0.1, 0.0582), (0.105, 0.0565)], 64), paint, at, tilt)
    # A neck label of paper, and the code the line has printed onto the glass.
    arc = [math.radians(d) for d in range(-180, 181, 6)]
    rows = [(0.297, -1.28), (0.262, -1.08), (0.222, -0.86)]
    points = [((r + 0.004) * math.cos(a), (r + 0.004) * math.sin(a), z) for a in arc for r, z in rows]
    faces = [(3 * k + j, 3 * k + 3 + j, 3 * k + 4 + j, 3 * k + 1 + j) for k in range(len(arc) - 1) for j in range(2)]
    place(mesh_of(points, faces), paper, (x, y, 0), (0, 0, turn))
    if drop:
        for k in range(70):
            a, s = rnd.uniform(-math.pi, 0.2), rnd.random()
            z = -0.16 - 0.68 * s
            r = next(r0 + (r1 - r0) * (z - z0) / (z1 - z0) for (r0, z0), (r1, z1) in zip(NECK, NECK[1:]) if z0 <= z <= z1)
            size = 0.004 + 0.011 * rnd.random() ** 3
            place(DROP["mesh"], drop, (x + r * math.cos(a), y + r * math.sin(a), z), scale=(size, size, size * rnd.uniform(1, 1.8)))


DROP = {}


def build():
    ambient((0.4, 0.55, 0.65), 0.015)
    DROP["mesh"] = lathe([(math.sin(t * math.pi / 8), -math.cos(t * math.pi / 8)) for t in range(9)], 14)
    n = Nodes("glass")
    for key, value in (("Base Color", (0.72, 0.36, 0.1)), ("Roughness", 0.03), ("Transmission", 1.0), ("IOR", 1.5)):
        n.set(n.shader, key, value)
    water = Nodes("water")
    for key, value in (("Base Color", (0.95, 0.97, 1.0)), ("Roughness", 0.0), ("Transmission", 1.0), ("IOR", 1.33)):
        water.set(water.shader, key, value)
    cap = surface("cap", (0.62, 0.6, 0.55), 0.26, 1.0, vary=0.08, bump=0.06, grain=40, scratches=3)
    paint = surface("paint", (0.6, 0.58, 0.52), 0.3, scratches=3, bump=0.05, grain=50)
    orange = ink("orange", (0.85, 0.17, 0.015), 0.3)
    paper = surface("paper", (0.66, 0.63, 0.54), 0.7, stain=(0.45, 0.42, 0.36), stains=(0.56, 0.7), stain_scale=5, bump=0.15, grain=40)
    black = ink("black", (0.012, 0.012, 0.014))
    rail = surface("rail", (0.5, 0.5, 0.49), 0.28, 1.0, bump=0.06, grain=60, stretch=(0.05, 1, 1), scratches=2)
    rnd = seeded("bottles")
    for k in range(-9, 8):
        x, y = 0.69 * k, 0.0
        bottle(x, y + rnd.uniform(-0.012, 0.012), k, (n.material, cap, paint, water.material if abs(k - 1) < 4 else None, paper, black, orange), rnd)
    for k in range(-10, 12):
        bottle(0.69 * k + 0.35, 2.2, 99 + k, (n.material, cap, paint, None, paper, black, orange), rnd)
    tube([(-12, -0.4, -1.42), (12, -0.4, -1.42)], 0.05, rail)
    tube([(-12, 0.4, -1.42), (12, 0.4, -1.42)], 0.05, rail)
    for k in range(5):
        area((-2.4 + 1.9 * k, 6.5, 0.2), (0.4 * k, 0, -0.4), 16 + 12 * k, (1.1, 4.4), (1, 0.86, 0.66))
    area((3.2, -2.4, 2.6), (0.7, 0, 0), 170, (0.8, 0.8), (1, 0.92, 0.82))
    area((-4, -1.6, 0.6), (0, 0, -0.3), 90, (0.5, 4), (0.6, 0.78, 1))
    if upright():
        return camera((0.4, -4.0, 0.62), (0.69, 0, -0.1), lens=46, fstop=4, focus=(0.69, -0.15, 0.0), shift=(0, -0.2))
    camera((-0.3, -4.0, 0.62), (0.08, 0, -0.28), lens=58, fstop=4, focus=(0.69, -0.15, 0.0), roll=0.01)
