"""Two helical gears in mesh, marked with contact paste: on one tooth it is worn off at one end only."""
import math

from studio import *


def profile(teeth, module):
    """One tooth after another: root, flank, tip, flank; (radius, angle) with what lies behind each point."""
    pitch = teeth * module / 2
    root, tip = pitch - 1.2 * module, pitch + module
    step = 2 * math.pi / teeth
    points = []
    for k in range(teeth):
        for part in range(-6, 7):
            t = part / 6
            u = 1 - abs(t)
            if abs(t) < 0.24:
                r, half = tip, 0.1 * step * (t / 0.24)
            else:
                u = (1 - abs(t)) / 0.76
                r = root + (tip - root) * u
                half = math.copysign(step * (0.36 - 0.26 * u**0.8), t)
            points.append((r, k * step + half))
    return points


def gear(teeth, module, width, lean, hole, ground, dark, layers=10):
    """A helical gear along z; its flanks are ground, its sides are not."""
    outline = profile(teeth, module)
    n, rows = len(outline), []
    for j in range(layers + 1):
        z, turn = width * (j / layers - 0.5), lean * (j / layers - 0.5)
        rows.append([(r * math.cos(a + turn), r * math.sin(a + turn), z) for r, a in outline])
    points = [p for row in rows for p in row]
    faces = [(j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i) for j in range(layers) for i in range(n)]
    body = mesh_of(points, faces)
    body.materials.append(ground)
    sides = []
    for row, flip in ((rows[0], True), (rows[-1], False)):
        inner = [(hole * math.cos(a), hole * math.sin(a), row[0][2]) for _, a in outline]
        quads = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
        cap = mesh_of([*row, *inner], [q if flip else q[::-1] for q in quads])
        cap.materials.append(dark)
        sides.append(cap)
    return body, sides, rows


def paste(rows, tooth, along, across, material, turn, at, side=1):
    """A patch of contact paste on a flank, `along` the face and `across` its height in shares."""
    first = tooth * 13
    flank = [first + (12 - k if side > 0 else k) for k in range(5)]
    low, high = across
    picked = flank[low : high + 1]
    layers = range(round(along[0] * 10), round(along[1] * 10) + 1)
    points = []
    for j in layers:
        for i in picked:
            x, y, z = rows[j][i]
            centre = rows[j][first + 6]
            out = Vector((x - centre[0], y - centre[1], 0)).normalized() * 0.006
            points.append((x + out.x, y + out.y, z))
    m = len(picked)
    faces = [(j * m + i, j * m + i + 1, (j + 1) * m + i + 1, (j + 1) * m + i) for j in range(len(layers) - 1) for i in range(m - 1)]
    item = place(mesh_of(points, faces), material, at, turn)
    return item


def build():
    ambient((0.4, 0.55, 0.65), 0.012)
    ground = surface("ground", (0.55, 0.54, 0.52), 0.24, 1.0, vary=0.12, scale=10, stretch=(1, 1, 0.1), bump=0.05, grain=40,
                     stain=(0.2, 0.16, 0.12), stains=(0.62, 0.8), stain_scale=3, stain_rough=0.35)
    dark = surface("dark", (0.09, 0.09, 0.095), 0.42, 0.7, vary=0.14, bump=0.25, grain=60, scratches=2, stain=(0.05, 0.04, 0.03),
                   stains=(0.6, 0.8), stain_scale=1.5)
    steel = surface("shaft", (0.5, 0.49, 0.47), 0.26, 1.0, bump=0.06, grain=60, stretch=(1, 1, 6), scratches=2)
    n = Nodes("paste")
    n.set(n.shader, "Base Color", (0.85, 0.17, 0.012))
    n.set(n.shader, "Roughness", 0.3)
    n.set(n.shader, "Alpha", n.ramp(n.noise(14), 0.3, 0.46))
    chalk = Nodes("chalk")
    chalk.set(chalk.shader, "Base Color", (0.8, 0.79, 0.75))
    chalk.set(chalk.shader, "Alpha", chalk.ramp(chalk.noise(50), 0.42, 0.56))
    stamp = ink("stamp", (0.4, 0.4, 0.39), 0.4)
    plate = surface("plate", (0.2, 0.2, 0.2), 0.45, 0.8, stain=(0.06, 0.05, 0.04), stains=(0.56, 0.74), stain_scale=1, bump=0.1, grain=20, scratches=0.8)
    module, width = 0.17, 1.1
    wheel, pinion = 46, 17
    apart, toward = module * (wheel + pinion) / 2, math.radians(-52)
    centre = (-1.9, 1.95)
    other = (centre[0] + apart * math.cos(toward), centre[1] + apart * math.sin(toward))
    place(box(30, 30, 0.3), plate, (0, 0, -1.0), (0, 0, 8), bevel=0.03)
    turned = math.degrees(toward)
    for teeth, at, turn, sign, hole in ((wheel, centre, turned, 1, 1.3), (pinion, other, turned + 180 + 180 / pinion, -1, 0.32)):
        body, caps, rows = gear(teeth, module, width, sign * 0.07 * wheel / teeth, hole, ground, dark)
        for mesh in (body, *caps):
            place(mesh, ground, (*at, 0), (0, 0, turn), bevel=0.012 if mesh is body else 0)
        place(lathe([(hole - 0.02, -0.75), (hole - 0.02, 0.74), (hole + 0.3, 0.74), (hole + 0.34, 0.7), (hole + 0.34, 0.5)]), steel, (*at, 0), bevel=0.02)
        if teeth == pinion:
            place(lathe([(hole - 0.02, -0.75), (hole - 0.02, 0.95), (hole - 0.06, 0.99), (0, 0.99)]), steel, (*at, 0), bevel=0.02)
        else:
            for k in range(-9, 2):
                paste(rows, k % wheel, (0.5, 1.0) if k == -3 else (0.1, 0.9), (1, 4), n.material, (0, 0, turn), (*at, 0), -1)
    at = math.radians(-78)
    text("B 7", 0.46, chalk.material, (centre[0] + 2.75 * math.cos(at), centre[1] + 2.75 * math.sin(at), 0.556), (0, 0, 8), font=PEN)
    text("z 46   m 17   < 12\u00b0", 0.12, stamp, (centre[0] + 2.7 * math.cos(at - 0.26), centre[1] + 3.05 * math.sin(at - 0.26), 0.556), (0, 0, -4))
    area((4.5, 2.5, 4.4), (0.6, -1.0, 0), 620, (1.6, 1.4), (1, 0.87, 0.72))
    area((-4, -8.5, 3.0), (-0.5, -1.6, 0), 330, (4, 1.6), (0.7, 0.84, 1))
    area((2, 7, 6), (0, 0, 0.5), 220, (6, 2), (0.75, 0.86, 1))
    camera((-0.6, -7.6, 3.5), (-0.35, -1.15, -0.05), lens=62, fstop=5, focus=(0.0, -1.8, 0.3), roll=0.02)
