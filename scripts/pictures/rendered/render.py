"""blender -b -P render.py -- scene width height samples file: linear light as Float32 RGB, from the top, without noise."""
import importlib
import os
import sys
import tempfile

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import studio  # noqa: E402


def passes(scene, folder):
    """Writes what denoising needs beside the picture."""
    bpy.context.view_layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    nodes.clear()
    layers = nodes.new("CompositorNodeRLayers")
    out = nodes.new("CompositorNodeOutputFile")
    out.base_path, out.format.file_format, out.format.color_depth = folder, "OPEN_EXR", "32"
    out.file_slots.clear()
    for name in ("Image", "Denoising Albedo", "Denoising Normal"):
        out.file_slots.new(name.split()[-1] + "-")
        links.new(layers.outputs[name], out.inputs[-1])


def load(folder, name):
    file = next(f for f in os.listdir(folder) if f.startswith(name))
    image = bpy.data.images.load(os.path.join(folder, file))
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    data = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(data)
    return data.reshape(height, width, 4)[::-1, :, :3]


def box_blur(plane):
    padded = np.pad(plane, 1, mode="edge")
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    return (rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]) / 9


def denoise(light, albedo, normal, radius=3, strength=0.09):
    """Means of pixels whose surroundings look alike and that show the same surface."""
    tone = (np.clip(light, 0, None) / (1 + np.clip(light, 0, None))) ** 0.45
    # A lone spark is brought down to its neighbours first.
    around = [np.roll(tone, shift, (0, 1)) for shift in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))]
    tone = np.minimum(tone, np.sort(np.stack(around), axis=0)[-2] + 0.02)
    sums, weights = np.zeros_like(tone), np.zeros(tone.shape[:2], np.float32)
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            move = lambda plane: np.roll(plane, (dy, dx), (0, 1))
            other = move(tone)
            near = box_blur(((other - tone) ** 2).sum(2)) / strength**2
            same = ((move(albedo) - albedo) ** 2).sum(2) / 0.02 + ((move(normal) - normal) ** 2).sum(2) / 0.15
            weight = np.exp(-near - same).astype(np.float32)
            sums += other * weight[..., None]
            weights += weight
    tone = np.clip(sums / weights[..., None], 0, 0.999) ** (1 / 0.45)
    return tone / (1 - tone)


def main():
    name, width, height, samples, target = sys.argv[sys.argv.index("--") + 1 :]
    scene = studio.start()
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = int(width), int(height)
    importlib.import_module(name).build()
    cycles = scene.cycles
    cycles.samples, cycles.use_denoising, cycles.seed = int(samples), False, 1
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.03
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 5, 1, 3
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct, cycles.blur_glossy = 3, 40, 1.0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    scene.view_settings.view_transform = "Standard"
    with tempfile.TemporaryDirectory() as folder:
        passes(scene, folder)
        bpy.ops.render.render()
        light, albedo, normal = (load(folder, one) for one in ("Image", "Albedo", "Normal"))
    denoise(light, albedo, normal).astype(np.float32).tofile(target)


main()
