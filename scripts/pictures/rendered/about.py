"""A vibration sensor half screwed onto a bearing's housing, the spanner still on it."""
import math

from studio import *


def accelerometer(foot, steel, rubber, paper, black, number, turn):
    """The sensor above its thread: hexagon, body, a label around it with the measuring point in pen, the cable's boot."""
    x, y, z = foot

    def up(height):
        return (x, y, z + height)

    place(hexagon(0.56, 0.24), steel, up(0.05), (0, 0, turn), bevel=0.02)
    body = [(0.27, 0.29), (0.27, 0.33), (0.25, 0.35), (0.25, 0.8), (0.235, 0.83), (0.17, 0.87), (0.17, 0.93), (0.19, 0.95)]
    for k in range(9):
        body += [(0.19, 0.96 + 0.028 * k), (0.178, 0.974 + 0.028 * k)]
    body += [(0.16, 1.22), (0.1, 1.24), (0.1, 1.27), (0, 1.27)]
    place(lathe(body), steel, up(0))
    place(lathe([(0.1, 1.26), (0.105, 1.3), (0.075, 1.52), (0.05, 1.6)], 48), rubber, up(0))
    # A label around the body, and the number of the machine in pen.
    arc = [math.radians(d) for d in range(-165, -49, 4)]
    points = [(x + 0.2515 * math.cos(a), y + 0.2515 * math.sin(a), z + high) for a in arc for high in (0.42, 0.74)]
    place(mesh_of(points, [(2 * k, 2 * k + 2, 2 * k + 3, 2 * k + 1) for k in range(len(arc) - 1)]), paper)

    def around(words, size, height, first, font=DRAWING):
        for k, letter in enumerate(words):
            a = math.radians(first) + k * size * 0.62 / 0.2525
            text(letter, size, black, (x + 0.2527 * math.cos(a), y + 0.2527 * math.sin(a), z + height), (90, 0, math.degrees(a) + 90), font=font)

    around("WERKLICHT", 0.075, 0.645, -160)
    around("100 mV/g  10 kHz", 0.046, 0.575, -160)
    around(number, 0.1, 0.455, -150, PEN)


def build():
    ambient((0.4, 0.55, 0.65), 0.012)
    cast = surface("cast", (0.045, 0.085, 0.085), 0.42, stain=(0.09, 0.06, 0.04), stains=(0.56, 0.74), stain_scale=2.2, bump=0.85, grain=22, scratches=1.3)
    faced = surface("faced", (0.5, 0.5, 0.48), 0.3, 1.0, stain=(0.16, 0.1, 0.06), stains=(0.6, 0.76), stain_scale=5, bump=0.15, grain=110, scratches=4)
    steel = surface("steel", (0.6, 0.6, 0.58), 0.25, 1.0, vary=0.1, bump=0.07, grain=120, stretch=(1, 1, 0.05), scratches=2.6)
    tool = surface("tool", (0.5, 0.49, 0.47), 0.32, 1.0, stain=(0.2, 0.16, 0.13), stains=(0.6, 0.8), stain_scale=4, scratches=2.2, bump=0.2)
    rubber = surface("rubber", (0.018, 0.018, 0.02), 0.45, bump=0.2)
    paper = surface("paper", (0.74, 0.72, 0.64), 0.6)
    black = ink("black", (0.012, 0.012, 0.014), 0.5)
    # The housing lies along y; its crown is faced where the sensor sits.
    place(lathe([(2.6, -6), (2.6, -1.4), (2.95, -1.2), (2.95, 1.5), (2.6, 1.7), (2.6, 6)], 160), cast, (0, 0, -2.95), (90, 0, 0), bevel=0.05)
    place(box(1.5, 1.5, 0.5), cast, (0, 0, -0.42), bevel=0.1)
    place(lathe(disc_profile(0.56, 0.03)), faced, (0, 0, 0.075), bevel=0.01)
    for x, y in ((-0.95, -1.0), (1.5, 0.75), (-1.35, 0.8)):
        z = math.sqrt(2.95**2 - x * x) - 2.95
        lean = -math.degrees(math.asin(-x / 2.95))
        place(lathe(disc_profile(0.2, 0.05)), faced, (x, y, z - 0.01), (0, lean, 0), bevel=0.01)
        place(hexagon(0.28, 0.16), tool, (x, y, z + 0.03), (0, lean, 17 * x), bevel=0.02)
    place(thread(0.09, 0.24, 0.03), steel, (0, 0, 0.07))
    at = 0.2
    place(lathe([(0.08, 0), (0.3, 0), (0.32, 0.02), (0.32, 0.05), (0.08, 0.05)]), steel, (0, 0, at), bevel=0.006)
    accelerometer((0, 0, at), steel, rubber, paper, black, "GB-B/4", 12)
    cable = [(0, 0, at + 1.4), (0, 0, at + 1.75), (0.12, 0.15, at + 2.15), (0.7, 0.6, at + 2.3), (1.6, 1.3, at + 1.8), (2.4, 2.4, at + 0.6), (3.4, 4.5, at - 0.3)]
    tube(cable, 0.048, rubber)
    place(spanner(0.56, 3.4, 0.15), tool, (0, 0, at + 0.09), (0, 0, 42), bevel=0.02)
    text("24", 0.22, black, (-0.92, -0.93, at + 0.2405), (0, 0, 42))
    area((3.6, -1.6, 3.6), (0, 0, 0.4), 300, (1.2, 1.2), (1, 0.88, 0.74))
    area((-4.5, 3.5, 3), (0, 0, 0.3), 160, (0.8, 3.4), (0.6, 0.78, 1))
    camera((-0.5, -4.9, 2.0), (-0.35, 0, 0.6), lens=54, fstop=5.6, focus=(0.0, -0.25, 0.7), roll=0.02)
