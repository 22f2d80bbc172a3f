"""Bolts of a tower flange under a work lamp. Each nut carries a line of paint; one has turned away from its line."""
import math

from studio import *

RING, PITCH, LOOSE = 20.0, math.radians(4.9), 1


def nut(angle, index, metals):
    steel, washer, paint, pen = metals
    rnd = seeded(f"nut{index}")
    x, y = RING * math.cos(angle), RING * math.sin(angle)
    home = math.degrees(angle) + 90 + rnd.uniform(-2, 2)
    turned = home + (16 if index == LOOSE else 0)
    place(lathe(disc_profile(0.62, 0.1, 0.33)), washer, (x, y, 0), bevel=0.015)
    place(hexagon(0.95, 0.62), steel, (x, y, 0.1), (0, 0, turned), bevel=0.035)
    place(thread(0.32, 0.5 + rnd.uniform(-0.03, 0.03), 0.055), steel, (x, y, 0.7))

    def at(turn, radius, height):
        a = math.radians(turn + 90)
        return (x + radius * math.cos(a), y + radius * math.sin(a), height)

    def out(turn):
        a = math.radians(turn + 90)
        return (math.cos(a), math.sin(a), 0)

    up = (0, 0, 1)
    stroke(at(turned, 0.33, 0.72), at(turned, 0.46, 0.72), up, 0.09, paint)
    stroke(at(turned, 0.476, 0.71), at(turned, 0.476, 0.1), out(turned), 0.085, paint)
    stroke(at(home, 0.5, 0.1), at(home, 0.615, 0.1), up, 0.09, paint)
    stroke(at(home, 0.62, 0.09), at(home, 0.62, 0.0), out(home), 0.09, paint)
    stroke(at(home, 0.61, 0.0), at(home, 0.98 + rnd.uniform(0, 0.12), 0.0), up, 0.1, paint)
    inward = RING - 1.28
    a = angle - 0.004
    text(str(41 - index), 0.52, pen, (inward * math.cos(a), inward * math.sin(a), 0.006),
         (0, 0, math.degrees(angle) - 90 + rnd.uniform(-8, 8)), font=MARKER, align="CENTER")


def build():
    ambient((0.35, 0.5, 0.6), 0.012)
    steel = surface("bolt", (0.36, 0.36, 0.35), 0.36, 1.0, stain=(0.16, 0.075, 0.035), stains=(0.6, 0.78), stain_scale=5,
                    scratches=4, bump=0.1, grain=60)
    washer = surface("washer", (0.42, 0.41, 0.4), 0.4, 1.0, stain=(0.12, 0.06, 0.03), stains=(0.5, 0.65), stain_scale=7, bump=0.2)
    flange = surface("flange", (0.36, 0.38, 0.38), 0.42, stain=(0.14, 0.075, 0.04), stains=(0.62, 0.78), stain_scale=1.6,
                     scratches=1.4, bump=0.25, grain=26)
    wall = surface("wall", (0.62, 0.63, 0.6), 0.38, stain=(0.3, 0.25, 0.19), stains=(0.56, 0.8), stain_scale=1.1, bump=0.2, grain=14)
    paint = surface("paint", (0.95, 0.25, 0.03), 0.42, bump=0.3, grain=30, stain=(0.3, 0.08, 0.03), stains=(0.62, 0.7), stain_scale=9)
    pen = ink("pen", (0.015, 0.015, 0.02), 0.35)
    place(lathe([(18.25, -2), (18.25, 0), (21.3, 0), (21.3, -2)], 360), flange, bevel=0.06)
    place(lathe([(21.25, -0.1), (21.25, 9)], 360), wall)
    place(lathe([(21.25, 0.34), (21.12, 0.12), (20.95, 0.0)], 360), wall)
    for k in range(-5, 20):
        nut(math.pi + (k - 1) * PITCH, k, (steel, washer, paint, pen))
    for k in range(3):
        at = math.pi + math.radians(6 + 11 * k)
        tube([((21.0 - 0.06 * (k % 2)) * math.cos(math.pi + t / 30), (21.0) * math.sin(math.pi + t / 30), 2.3 + 0.16 * k + 0.1 * math.sin(t + k)) for t in range(-12, 40)],
             0.07, ink(f"cable{k}", (0.02, 0.02, 0.022), 0.45)) if k else None
    area((-15.4, -3.4, 3.0), (-20, -0.6, 0.2), 330, (0.5, 0.5), (1, 0.86, 0.7))
    area((-17, 7, 6), (-20, -3, 0), 16, (3, 3), (0.55, 0.75, 1))
    area((-16.5, 4.5, 2.2), (-19.8, -0.5, 0.5), 45, (0.5, 3), (0.8, 0.9, 1))
    camera((-15.6, 2.6, 2.5), (-19.7, -0.55, 0.5), lens=58, fstop=5.6, focus=(-19.6, -0.1, 0.6), roll=0.03, shift=(-0.1, 0.02))
