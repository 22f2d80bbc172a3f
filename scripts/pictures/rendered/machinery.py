"""The rating plate of a stand from 1971, painted over and scraped free, and beside it the sensor that was screwed on this year."""
import math

from about import accelerometer
from studio import *

ROWS = [("WALZGERÜST", "Nr. 5"), ("BAUJAHR", "1971"), ("WALZKRAFT", "7800 kN"), ("MOTOR", "2 x 640 kW"), ("GEWICHT", "46 t")]


def plate(brass, enamel, raised, rivet, at):
    """Brass, etched: dark grounds in which letters and frames stand."""
    place(box(3.1, 2.05, 0.03), brass, at, bevel=0.012)
    frame = Vector(at) + Vector((0, 0, 0.0302))
    place(box(2.9, 1.85, 0.001), enamel, frame, smooth=False)
    for y in (0.52, 0.16, -0.2, -0.56):
        place(box(2.9, 0.012, 0.003), raised, frame + Vector((0, y, 0)), smooth=False)
    place(box(0.012, 1.45, 0.003), raised, frame + Vector((0.02, -0.2, 0)), smooth=False)
    for k, (name, value) in enumerate(ROWS):
        y = 0.64 - 0.36 * k if k else 0.655
        text(name, 0.15, raised, frame + Vector((-1.36, y - 0.01 - (0.0 if k else -0.01), 0.003)))
        text(value, 0.19, raised, frame + Vector((0.12, y - 0.02, 0.003)))
    for x in (-1.46, 1.46):
        for y in (-0.93, 0.93):
            place(lathe([(0.07, 0), (0.066, 0.02), (0.045, 0.04), (0, 0.05)], 40), rivet, Vector(at) + Vector((x, y, 0.028)))


def armoured(points, radius, steel):
    """A hose of wound steel strip along points."""
    curve = [Vector(p) for p in points]
    path = []
    for a, b, c, d in zip([curve[0], *curve], curve, curve[1:], [*curve[2:], curve[-1]]):
        for k in range(24):
            t = k / 24
            path.append(0.5 * ((2 * b) + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3))
    travelled, winding = 0.0, lathe([(radius * 0.86, -0.02), (radius, -0.017), (radius, 0.008), (radius * 0.9, 0.02)], 40)
    for a, b in zip(path, path[1:]):
        step = (b - a).length
        while travelled < step:
            here, turn = a.lerp(b, travelled / step), (b - a).to_track_quat("Z", "Y").to_euler()
            place(winding, steel, here, [math.degrees(v) for v in turn])
            travelled += 0.036
        travelled -= step


def build():
    ambient((0.45, 0.55, 0.65), 0.02)
    n = Nodes("enamelled")
    big, small = n.noise(1.1), n.noise(7)
    mask = n.math("ADD", n.math("MULTIPLY", big, 0.7), n.math("MULTIPLY", small, 0.3))
    bare = n.ramp(mask, 0.565, 0.58)
    dirt = n.ramp(n.noise(2.3), 0.46, 0.7)
    green = n.mix(dirt, (0.05, 0.115, 0.095), (0.02, 0.042, 0.037))
    rust = n.mix(n.ramp(n.noise(9), 0.4, 0.6), (0.16, 0.06, 0.025), (0.1, 0.085, 0.075))
    n.set(n.shader, "Base Color", n.mix(bare, green, rust))
    n.set(n.shader, "Roughness", n.math("ADD", 0.3, n.math("MULTIPLY", bare, 0.4)))
    height = n.math("ADD", n.math("MULTIPLY", bare, -1.4), n.math("MULTIPLY", n.noise(13), 1.1))
    n.set(n.shader, "Normal", n.add("ShaderNodeBump", Strength=0.3, Distance=0.03, Height=height).outputs[0])
    casting = n.material
    brass = surface("brass", (0.62, 0.43, 0.19), 0.34, 1.0, vary=0.12, bump=0.03, grain=40, stain=(0.12, 0.09, 0.05), stains=(0.5, 0.74), stain_scale=3, stain_rough=0.5, scratches=2)
    raised = surface("raised", (0.78, 0.6, 0.3), 0.36, 0.35, vary=0.1, bump=0.02, grain=40, stain=(0.2, 0.15, 0.08), stains=(0.56, 0.74), stain_scale=4)
    enamel = surface("enamel", (0.014, 0.014, 0.013), 0.4, stain=(0.05, 0.115, 0.095), stains=(0.68, 0.7), stain_scale=2.6, stain_rough=0.35, scratches=3, bump=0.15, grain=20)
    rivet = surface("rivet", (0.3, 0.27, 0.2), 0.4, 0.8, stain=(0.05, 0.115, 0.095), stains=(0.5, 0.56), stain_scale=4)
    steel = surface("steel", (0.6, 0.6, 0.58), 0.25, 1.0, vary=0.1, bump=0.02, grain=60, scratches=1.5)
    hose = surface("hose", (0.55, 0.55, 0.54), 0.3, 1.0, vary=0.1, bump=0.02, grain=60)
    black = surface("black", (0.018, 0.018, 0.02), 0.45, bump=0.1)
    paper = surface("paper", (0.74, 0.72, 0.64), 0.6)
    pen = ink("pen", (0.012, 0.012, 0.014), 0.5)
    chalk = Nodes("chalk")
    chalk.set(chalk.shader, "Base Color", (0.78, 0.77, 0.72))
    chalk.set(chalk.shader, "Alpha", chalk.ramp(chalk.noise(50), 0.42, 0.56))
    place(box(26, 18, 0.6), casting, (0, 0, -0.6))
    place(box(26, 1.1, 0.7), casting, (0, 3.3, 0.0), bevel=0.12)
    plate(brass, enamel, raised, rivet, (-0.15, 0.1, 0.0))
    for x in (-3.0, 3.4):
        place(lathe(disc_profile(0.5, 0.06)), casting, (x, 1.75, 0), bevel=0.02)
        place(hexagon(0.62, 0.4), casting, (x, 1.75, 0.06), (0, 0, 20 * x), bevel=0.05)
        place(lathe([(0.19, 0.4), (0.19, 0.62), (0.15, 0.66), (0, 0.66)]), casting, (x, 1.75, 0.0))
    # The spot that was faced for the sensor, bright against fifty years of paint.
    place(lathe(disc_profile(0.44, 0.012)), steel, (2.3, -0.35, 0.0), bevel=0.004)
    accelerometer((2.3, -0.35, 0.0), steel, black, paper, pen, "W5-A/2", 8)
    armoured([(2.3, -0.35, 1.02), (2.3, -0.33, 1.35), (2.55, -0.1, 1.62), (3.1, 0.35, 1.35), (3.5, 0.6, 0.7), (3.9, 0.7, 0.16), (5.0, 0.75, 0.12), (7, 0.8, 0.12)], 0.085, hose)
    text("W5 A", 0.4, chalk.material, (-1.35, -1.62, 0.004), (0, 0, 6), font=PEN)
    area((3.6, 3.0, 4.2), (0.4, 0, 0), 470, (1.2, 1.0), (1, 0.87, 0.72))
    area((-5, 2.5, 3.5), (0, 0, 0), 110, (2, 3), (0.6, 0.78, 1))
    area((-1.5, -6.5, 4.5), (0.4, 0, 0.4), 190, (3, 1), (0.8, 0.88, 1))
    camera((0.35, -4.7, 3.6), (0.62, -0.12, 0.16), lens=42, fstop=5.6, focus=(0.5, -0.4, 0.05), roll=0.015)
