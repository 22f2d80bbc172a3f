"""The lens of a line camera: its rings are fixed by a stroke of paint, so that whoever cleans it does not turn them."""
import math

from studio import *


def along(profile, steps=160):
    return lathe(profile, steps)


def knurl(radius, low, high, teeth, depth):
    """A ring with straight ribs."""
    points, steps = [], teeth * 6
    rows = ((low, 0.0), (low + 0.012, 1.0), (high - 0.012, 1.0), (high, 0.0))
    for z, share in rows:
        for k in range(steps):
            a = 2 * math.pi * k / steps
            r = radius + depth * share * (0.5 + 0.5 * math.tanh(3 * math.cos(teeth * a)))
            points.append((r * math.cos(a), r * math.sin(a), z))
    faces = [(j * steps + k, j * steps + (k + 1) % steps, (j + 1) * steps + (k + 1) % steps, (j + 1) * steps + k) for j in range(len(rows) - 1) for k in range(steps)]
    return mesh_of(points, faces)


def around(words, size, radius, height, middle, material, font=DRAWING, spread=0.66):
    """Words on the barrel, read from the front's side."""
    for k, letter in enumerate(words):
        a = math.radians(middle) + (k - (len(words) - 1) / 2) * size * spread / radius
        text(letter, size, material, (radius * math.cos(a), radius * math.sin(a), height), (90, 0, math.degrees(a) + 90), font=font, align="CENTER")


def on_front(words, size, radius, height, middle, material):
    """Words on the ring around the glass."""
    for k, letter in enumerate(words):
        a = math.radians(middle) - (k - (len(words) - 1) / 2) * size * 0.7 / radius
        text(letter, size, material, (radius * math.cos(a), radius * math.sin(a), height), (0, 0, math.degrees(a) - 90), align="CENTER")


def coated(name, tint, rough=0.02):
    """Glass seen from outside: it lets through what falls straight and reflects, tinted by its coating, what does not."""
    n = Nodes(name)
    rim = n.add("ShaderNodeLayerWeight", Blend=0.32).outputs["Fresnel"]
    gloss = n.add("ShaderNodeBsdfGlossy", Roughness=rough, Color=tint).outputs[0]
    clear = n.add("ShaderNodeBsdfTransparent").outputs[0]
    both = n.add("ShaderNodeMixShader", Fac=n.math("ADD", n.math("MULTIPLY", rim, 0.75), 0.07), i1=clear, i2=gloss).outputs[0]
    n.tree.links.new(both, n.tree.nodes["Material Output"].inputs["Surface"])
    return n.material


def dome(radius, bulge, height, steps=40):
    """A glass that bulges by `bulge` over its rim."""
    return lathe([(radius * (1 - k / steps), height + bulge * (1 - (1 - k / steps) ** 2)) for k in range(steps + 1)], 120)


def lens(stuff):
    black, worn, white, steel, paint, orange = stuff
    # From the mount to the front: camera's flange, iris ring, its screw, body, focus ring, front.
    place(along([(0.62, -0.5), (0.62, -0.02), (0.72, 0.0), (0.72, 0.16), (0.7, 0.18), (0.7, 0.2)]), worn, bevel=0.008)
    place(knurl(0.74, 0.2, 0.4, 90, 0.022), black)
    place(along([(0.74, 0.4), (0.735, 0.42), (0.735, 0.66), (0.7, 0.68), (0.7, 0.72)]), worn, bevel=0.006)
    place(along([(0.7, 0.72), (0.79, 0.73), (0.79, 0.98)]), worn, bevel=0.006)
    place(knurl(0.785, 0.98, 1.3, 96, 0.024), black)
    place(along([(0.785, 1.3), (0.77, 1.32), (0.77, 1.52), (0.755, 1.54), (0.64, 1.54), (0.62, 1.5), (0.52, 1.36), (0.5, 1.3)]), worn, bevel=0.006)
    for z in (1.37, 1.41, 1.45, 1.49):
        place(along([(0.62 - (1.5 - z) * 0.7, z), (0.6 - (1.5 - z) * 0.7, z - 0.02)]), black)
    # Scales: aperture, distance.
    for k, words in enumerate(("16", "11", "8", "5.6", "4", "2.8")):
        around(words, 0.085, 0.7375, 0.52, -128 + 13 * k, white)
    for k, words in enumerate(("0.2", "0.3", "0.5", "1", "oo")):
        around(words, 0.085, 0.7925, 0.83, -128 + 17 * k, white if words != "0.3" else orange)
    around("|", 0.075, 0.7225, 0.075, -89, white)
    around("m", 0.07, 0.7925, 0.83, -40, white)
    on_front("25 mm  1:2.8  C  5 MP", 0.07, 0.695, 1.5405, -90, white)
    # Screws that hold the rings, and the stroke over all of them.
    for z, r, a in ((0.56, 0.735, -52), (0.86, 0.79, -47)):
        b = math.radians(a)
        place(lathe([(0.05, 0), (0.05, 0.09), (0.04, 0.105), (0.022, 0.105), (0.022, 0.06), (0, 0.06)], 40), steel, (r * math.cos(b), r * math.sin(b), z), (90, 0, a + 90), bevel=0.004)
    rnd, last = seeded("stroke"), None
    for z, r in ((0.08, 0.722), (0.19, 0.722), (0.22, 0.765), (0.39, 0.765), (0.43, 0.737), (0.65, 0.737), (0.74, 0.792), (0.97, 0.792), (1.0, 0.81), (1.16, 0.81)):
        a = math.radians(-72 + rnd.uniform(-1.2, 1.2))
        here = (r * math.cos(a), r * math.sin(a), z)
        if last:
            stroke(last, here, (math.cos(a), math.sin(a), 0), 0.085, paint, 0.12)
        last = here


def build():
    ambient((0.45, 0.55, 0.65), 0.02)
    black = surface("black", (0.014, 0.014, 0.015), 0.36, bump=0.03, grain=50, stain=(0.09, 0.085, 0.08), stains=(0.62, 0.8), stain_scale=4, stain_rough=0.8)
    worn = surface("anodised", (0.02, 0.02, 0.021), 0.4, 0.3, vary=0.1, bump=0.04, grain=70, stain=(0.14, 0.13, 0.12), stains=(0.66, 0.82), stain_scale=5, stain_rough=0.7, scratches=3)
    white = ink("white", (0.78, 0.78, 0.74), 0.6)
    orange = ink("mark", (0.9, 0.22, 0.02), 0.5)
    steel = surface("steel", (0.6, 0.59, 0.57), 0.26, 1.0, bump=0.03, grain=60, scratches=2)
    paint = surface("paint", (0.92, 0.22, 0.02), 0.4, bump=0.25, grain=24)
    aluminium = surface("aluminium", (0.5, 0.5, 0.5), 0.4, 1.0, vary=0.1, bump=0.03, grain=60, stretch=(0.05, 1, 1), scratches=2.4, stain=(0.2, 0.19, 0.18), stains=(0.6, 0.8), stain_scale=2)
    tape = surface("tape", (0.72, 0.68, 0.56), 0.6, stain=(0.4, 0.35, 0.27), stains=(0.56, 0.74), stain_scale=5, bump=0.12, grain=30)
    pen = ink("pen", (0.015, 0.015, 0.02), 0.5)
    belt = surface("belt", (0.05, 0.06, 0.062), 0.6, vary=0.1, bump=0.3, grain=30, stain=(0.16, 0.15, 0.14), stains=(0.58, 0.74), stain_scale=2)
    made = set(bpy.data.objects)
    lens((black, worn, white, steel, paint, orange))
    # Glass: front, a second surface behind it, the blades, and what is behind them.
    place(dome(0.52, 0.13, 1.34), coated("front", (0.75, 0.62, 1.0)))
    place(dome(0.46, -0.1, 1.18), coated("second", (0.55, 1.0, 0.72), 0.03))
    place(dome(0.4, 0.06, 1.02), coated("third", (1.0, 0.72, 0.5), 0.04))
    place(along([(0.5, 1.32), (0.46, 1.1), (0.44, 0.9), (0.44, 0.84)]), black)
    blades = 6
    for k in range(blades):
        a, b = 2 * math.pi * k / blades, 2 * math.pi * (k + 1) / blades
        points = [(0.2 * math.cos(a), 0.2 * math.sin(a), 0.86), (0.2 * math.cos(b), 0.2 * math.sin(b), 0.868), (0.46 * math.cos(b + 0.5), 0.46 * math.sin(b + 0.5), 0.85), (0.46 * math.cos(a + 0.5), 0.46 * math.sin(a + 0.5), 0.842)]
        place(mesh_of(points, [(0, 1, 2, 3)]), worn, smooth=False)
    # The camera: a small box with fins, a strip of tape on it.
    place(box(1.5, 1.5, 1.7), aluminium, (0, 0, -2.0), bevel=0.05)
    for k in range(5):
        place(box(1.56, 1.56, 0.07), aluminium, (0, 0, -1.85 + 0.19 * k), bevel=0.015)
    place(box(0.62, 0.01, 0.36), tape, (-0.22, -0.79, -0.9), (0, 4, 0), smooth=False)
    text("K3", 0.3, pen, (-0.4, -0.797, -0.84), (90, 0, 0), font=PEN)
    pivot = bpy.data.objects.new("axis", None)
    bpy.context.collection.objects.link(pivot)
    for item in set(bpy.data.objects) - made - {pivot}:
        item.parent = pivot
    # The camera hangs over the belt and looks down, seen from below its bracket.
    pivot.rotation_euler = (math.radians(62), math.radians(0), math.radians(-38))
    pivot.location = (0.6, 0.4, 1.5)
    place(box(5, 0.16, 1.0), aluminium, (0.6, 2.6, 1.2), (0, 0, -38), bevel=0.02)
    place(box(30, 30, 0.2), belt, (0, 4, -2.2))
    area((3.4, -1.6, 3.6), (0.6, 0, 1.2), 230, (1.1, 1.1), (1, 0.88, 0.74))
    area((-3.8, -2.6, 2.6), (0.4, 0, 1.2), 90, (0.7, 3.0), (0.62, 0.78, 1))
    area((0.5, 4.5, 4.2), (0.6, 0, 1.4), 160, (4, 1), (0.75, 0.86, 1))
    camera((0.05, -4.4, 1.95), (0.35, -0.3, 1.1), lens=60, fstop=6, focus=(0.75, -0.75, 0.95), roll=0.02)
