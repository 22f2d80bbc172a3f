"""Camera, light, materials and shapes of the rendered scenes, for Blender's Python. One unit is ten centimetres."""
import math
import random

import bpy
from mathutils import Euler, Matrix, Vector
from patterns import patterns

DRAWING = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf"
PEN = "/usr/share/fonts/truetype/breip/Breip.ttf"
MARKER = "/usr/share/fonts/truetype/kristi/Kristi.ttf"


def start():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    world = bpy.data.worlds.new("dark")
    scene.world = world
    world.use_nodes = True
    return scene


def ambient(color, strength):
    background = bpy.context.scene.world.node_tree.nodes["Background"]
    background.inputs[0].default_value = (*color, 1)
    background.inputs[1].default_value = strength


def camera(eye, look, lens=60, fstop=4, focus=None, roll=0, shift=(0, 0)):
    data = bpy.data.cameras.new("camera")
    item = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(item)
    item.location = eye
    aim(item, look, roll)
    data.lens, data.sensor_width = lens, 36
    data.shift_x, data.shift_y = shift
    data.dof.use_dof = True
    data.dof.focus_distance = (Vector(focus or look) - Vector(eye)).length
    # At ten centimetres a unit, a full stop of a real lens is a tenth.
    data.dof.aperture_fstop = fstop / 10
    data.dof.aperture_blades = 9
    bpy.context.scene.camera = item


def upright():
    """For phones, where words cover the lower two thirds, a scene has a camera of its own."""
    render = bpy.context.scene.render
    return render.resolution_y > render.resolution_x


def aim(item, look, roll=0):
    turn = (Vector(look) - item.location).to_track_quat("-Z", "Y").to_euler()
    item.rotation_euler = turn
    item.rotation_euler.rotate_axis("Z", roll)


def area(eye, look, power, size=(1, 1), color=(1, 1, 1)):
    data = bpy.data.lights.new("area", "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", *size
    data.energy, data.color = power, color
    item = bpy.data.objects.new("area", data)
    bpy.context.collection.objects.link(item)
    item.location = eye
    aim(item, look)
    return item


class Nodes:
    """A material's node tree, written as calls."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]

    def add(self, kind, settings=None, **inputs):
        node = self.tree.nodes.new(kind)
        for key, value in (settings or {}).items():
            setattr(node, key, value)
        for key, value in inputs.items():
            self.set(node, key.replace("_", " "), value)
        return node

    def set(self, node, key, value):
        socket = node.inputs[int(key[1:]) if key[0] == "i" and key[1:].isdigit() else key]
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and len(value) == 3 and socket.type == "RGBA":
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def math(self, operation, a, b=0.0):
        return self.add("ShaderNodeMath", {"operation": operation}, i0=a, i1=b).outputs[0]

    def pattern(self, image, scale, stretch=(1, 1, 1)):
        """A value of one of `patterns`, laid on from the six sides of the object."""
        where = self.add("ShaderNodeTexCoord").outputs["Object"]
        where = self.add("ShaderNodeMapping", Vector=where, Scale=[scale * s for s in stretch]).outputs[0]
        node = self.add("ShaderNodeTexImage", {"projection": "BOX", "projection_blend": 0.25, "image": image}, Vector=where)
        return node.outputs["Color"]

    def noise(self, scale, stretch=(1, 1, 1)):
        return self.pattern(patterns()["cloud"], scale / 8, stretch)

    def ramp(self, value, low, high):
        """0 below `low`, 1 above `high`, soft between."""
        node = self.add("ShaderNodeMapRange", {"interpolation_type": "SMOOTHSTEP"}, Value=value)
        node.inputs[1].default_value, node.inputs[2].default_value = low, high
        return node.outputs[0]

    def mix(self, share, a, b):
        node = self.add("ShaderNodeMixRGB", Fac=share, Color1=a, Color2=b)
        return node.outputs[0]


def surface(name, color, rough, metallic=0.0, *, stain=None, stains=(0.5, 0.7), stain_scale=3, stain_rough=0.7,
            vary=0.15, scale=8, bump=0.1, grain=90, stretch=(1, 1, 1), scratches=0, **inputs):
    """A worn material: stains where a slow noise is high, uneven gloss, a fine grain, scratches."""
    n = Nodes(name)
    base, gloss, metal = color, None, metallic
    uneven = n.noise(scale, stretch)
    gloss = n.math("ADD", n.math("MULTIPLY", n.math("SUBTRACT", uneven, 0.5), vary * 2), rough)
    if stain is not None:
        share = n.ramp(n.noise(stain_scale), *stains)
        base = n.mix(share, base, stain)
        gloss = n.math("ADD", gloss, n.math("MULTIPLY", share, stain_rough - rough))
        metal = n.math("MULTIPLY", n.math("SUBTRACT", 1.0, share), metallic)
    height = n.noise(grain, stretch)
    if scratches:
        line = n.pattern(patterns()["lines"], scratches / 8)
        height = n.math("SUBTRACT", height, n.math("MULTIPLY", line, 2.0))
        gloss = n.math("ADD", gloss, n.math("MULTIPLY", line, 0.2))
    normal = n.add("ShaderNodeBump", Strength=bump, Distance=0.02, Height=height).outputs[0]
    values = {"Base Color": base, "Roughness": gloss, "Metallic": metal, "Normal": normal}
    for key, value in {**values, **{k.replace("_", " "): v for k, v in inputs.items()}}.items():
        n.set(n.shader, key, value)
    return n.material


def place(mesh, material, at=(0, 0, 0), turn=(0, 0, 0), *, bevel=0.0, smooth=True, scale=1.0):
    item = bpy.data.objects.new("part", mesh)
    bpy.context.collection.objects.link(item)
    item.location, item.rotation_euler = at, [math.radians(a) for a in turn]
    item.scale = (scale,) * 3 if isinstance(scale, (int, float)) else scale
    if not mesh.materials:
        mesh.materials.append(material)
    if smooth:
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, math.radians(35)
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    if bevel:
        edge = item.modifiers.new("bevel", "BEVEL")
        edge.width, edge.segments, edge.limit_method, edge.angle_limit = bevel, 3, "ANGLE", math.radians(40)
        edge.harden_normals = True
    return item


def mesh_of(vertices, faces):
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    return mesh


def box(x, y, z):
    x, y = x / 2, y / 2
    corners = [(sx * x, sy * y, h) for h in (0, z) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return mesh_of(corners, [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)])


def lathe(profile, steps=96):
    """Turns a closed or open profile of (radius, height) around z."""
    rings = len(profile)
    points = []
    for k in range(steps):
        a = 2 * math.pi * k / steps
        points += [(r * math.cos(a), r * math.sin(a), z) for r, z in profile]
    faces = []
    for k in range(steps):
        for i in range(rings - 1):
            a, b = k * rings + i, ((k + 1) % steps) * rings + i
            faces.append((a, b, b + 1, a + 1))
    return mesh_of(points, faces)


def disc_profile(outer, height, inner=0.0):
    return [(inner, 0), (outer, 0), (outer, height), (inner, height), (inner, 0)]


def prism(outline, height):
    """An outline of (x, y), counter-clockwise, pulled up."""
    n = len(outline)
    points = [(x, y, 0) for x, y in outline] + [(x, y, height) for x, y in outline]
    sides = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return mesh_of(points, [tuple(range(n))[::-1], tuple(range(n, 2 * n)), *sides])


def hexagon(across, height):
    r = across / 2 / math.cos(math.pi / 6)
    return prism([(r * math.cos(k * math.pi / 3), r * math.sin(k * math.pi / 3)) for k in range(6)], height)


def thread(radius, length, pitch):
    """The ridges of a thread, without its slope."""
    profile = [(0, length), (radius * 0.86, length)]
    for k in range(int(length / pitch)):
        z = length - pitch * (k + 0.5)
        profile += [(radius, z), (radius * 0.86, z - pitch / 2)]
    return lathe(profile[::-1], 64)


def text(words, size, material, at, turn=(0, 0, 0), font=DRAWING, extrude=0.0, align="LEFT"):
    curve = bpy.data.curves.new("text", "FONT")
    curve.body, curve.size, curve.extrude, curve.align_x = words, size, extrude, align
    curve.font = bpy.data.fonts.load(font, check_existing=True)
    item = bpy.data.objects.new("text", curve)
    bpy.context.collection.objects.link(item)
    item.location, item.rotation_euler = at, [math.radians(a) for a in turn]
    curve.materials.append(material)
    return item


def tube(points, radius, material, closed=False):
    """A cable or wire through points."""
    curve = bpy.data.curves.new("tube", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.use_fill_caps = "3D", radius, 5, True
    line = curve.splines.new("NURBS")
    line.points.add(len(points) - 1)
    for point, where in zip(line.points, points):
        point.co = (*where, 1)
    line.order_u, line.use_endpoint_u, line.use_cyclic_u = min(4, len(points)), True, closed
    curve.resolution_u = 16
    item = bpy.data.objects.new("tube", curve)
    bpy.context.collection.objects.link(item)
    curve.materials.append(material)
    return item


def sheet(width, depth, steps=40, lift=lambda x, y: 0.0):
    """A sheet of paper, tape or foil; `lift` bends it."""
    points, faces = [], []
    for j in range(steps + 1):
        for i in range(steps + 1):
            x, y = (i / steps - 0.5) * width, (j / steps - 0.5) * depth
            points.append((x, y, lift(x / width, y / depth)))
    for j in range(steps):
        for i in range(steps):
            a = j * (steps + 1) + i
            faces.append((a, a + 1, a + steps + 2, a + steps + 1))
    return mesh_of(points, faces)


def stroke(start, end, normal, width, material, wobble=0.15):
    """A line of paint from point to point."""
    start, end, normal = Vector(start), Vector(end), Vector(normal)
    side = (end - start).cross(normal).normalized() * width / 2
    rnd, points, steps = seeded(f"{start}{end}"), [], 10
    for k in range(steps + 1):
        middle = start.lerp(end, k / steps) + normal * 0.004
        narrow = 0.75 if k in (0, steps) else 1
        points += [tuple(middle + side * s * narrow * (1 + rnd.uniform(-wobble, wobble))) for s in (-1, 1)]
    return place(mesh_of(points, [(2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2) for k in range(steps)]), material)


def spanner(width, length, thick):
    """An open-end spanner for a hexagon of `width`, its jaw at the origin, its handle along -x."""
    reach, half, bar = width * 1.12, width / 2 * 1.02, width * 0.36
    outer = [(reach * math.cos(a), reach * math.sin(a)) for a in (math.radians(d) for d in range(40, 321, 7))]
    outer = [(x, y) for x, y in outer if not (x < -reach * 0.86 and abs(y) < bar)]
    cut = next(k for k, (x, y) in enumerate(outer) if y <= bar and x < 0)
    handle = [(-reach * 1.25, bar * 0.8), (-length, bar * 0.72), (-length - bar * 0.7, 0), (-length, -bar * 0.72), (-reach * 1.25, -bar * 0.8)]
    slot = [(reach * 0.8, -half), (-half * 0.75, -half), (-half * 1.15, 0), (-half * 0.75, half), (reach * 0.8, half)]
    return prism(outer[:cut] + handle + outer[cut:] + slot, thick)


def ink(name, color, rough=0.6):
    return surface(name, color, rough, vary=0.05, bump=0.0)


def seeded(name):
    return random.Random(name)
