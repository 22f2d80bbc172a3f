"""What surfaces vary by."""
import bpy
import numpy as np


def patterns():
    """Tiling noise and scratches as pictures: looking one up is much faster than computing it at each sample."""
    if "cloud" in bpy.data.images:
        return bpy.data.images
    size, rnd = 1024, np.random.default_rng(7)
    rows, columns = np.meshgrid(np.fft.fftfreq(size), np.fft.rfftfreq(size), indexing="ij")
    distance = np.hypot(rows, columns)
    distance[0, 0] = np.inf
    spectrum = np.fft.rfft2(rnd.standard_normal((size, size))) / distance**1.35 * (distance > 6 / size)
    cloud = np.fft.irfft2(spectrum)
    keep("cloud", 0.5 + 0.1 * cloud / cloud.std())
    lines = np.zeros((size, size))
    for _ in range(140):
        x, y, angle = rnd.uniform(0, size), rnd.uniform(0, size), rnd.normal(0.3, 0.9)
        t = np.arange(rnd.integers(20, 420))
        bend, depth = rnd.normal(0, 6e-4), rnd.uniform(0.15, 1) ** 2
        px = (x + t * np.cos(angle + bend * t)).astype(int) % size
        py = (y + t * np.sin(angle + bend * t)).astype(int) % size
        lines[py, px] = np.maximum(lines[py, px], depth * np.sin(np.pi * t / len(t)))
    keep("lines", lines)
    return bpy.data.images


def keep(name, values):
    size = len(values)
    image = bpy.data.images.new(name, size, size, float_buffer=True, is_data=True)
    pixels = np.ones((size, size, 4), np.float32)
    pixels[..., :3] = values[..., None]
    image.pixels.foreach_set(pixels.ravel())
    image.update()
