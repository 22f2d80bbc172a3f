import { bell, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";
import { box, circle, dots, element, line, path, polyline, range, strokes, text } from "../lib/svg.mjs";
import { COLOURS, panel, screen, smallText, tag, xAxis, yAxis } from "./frame.mjs";
import { steelTile } from "./surface.mjs";

const STRIP = { x: 316, y: 172, width: 1222, height: 150 };

/** The coil as a map: length to the right, width upwards; every flaw is where it was seen. */
function coilMap() {
  const random = createRandom("vision-line-map");
  const spread = (count, tone, r, place) =>
    dots(
      range(count).map(() => place(random)),
      r,
      tone,
      { strokeOpacity: 0.85 },
    );
  const inX = (u) => STRIP.x + u * STRIP.width;
  const inY = (v) => STRIP.y + v * STRIP.height;
  const edge = strokes(
    range(7).map((i) => [
      [inX(0.515 + i * 0.011), inY(0.95)],
      [inX(0.519 + i * 0.012), inY(0.95 - 0.02 * i)],
    ]),
    { stroke: COLOURS.accent, strokeWidth: 3 },
  );
  return panel(
    { x: 240, y: 100, width: 1328, height: 290, title: "Coil 7 731, live map", note: "1 284 m of 2 100 m, 9.6 m/s" },
    box(STRIP.x, STRIP.y, STRIP.width, STRIP.height, { fill: "#0b0e12" }),
    box(STRIP.x, STRIP.y, STRIP.width * 0.61, STRIP.height, { fill: "#59606680" }),
    path(
      range(13)
        .map((i) => `M${STRIP.x} ${STRIP.y + 6 + i * 11.5}h${STRIP.width * 0.61}`)
        .join(""),
      { stroke: "#7a8187", strokeOpacity: 0.35 },
    ),
    spread(46, COLOURS.petrol, 2, (r) => [inX(r.next() * 0.6), inY(r.between(0.05, 0.95))]),
    spread(19, COLOURS.amber, 2.6, (r) => [inX(0.3 + 0.018 * r.gauss()), inY(0.35 + 0.1 * r.gauss())]),
    edge,
    spread(24, COLOURS.accent, 3, (r) => [inX(0.545 + Math.abs(r.gauss()) * 0.02), inY(0.72 + 0.08 * r.gauss())]),
    line(inX(0.61), STRIP.y - 10, inX(0.61), STRIP.y + STRIP.height + 10, { stroke: COLOURS.ink, strokeWidth: 2 }),
    circle(inX(0.61), STRIP.y - 12, 5, { fill: COLOURS.accent }),
    ["drive", "centre", "operator"].map((word, i) =>
      smallText(STRIP.x - 10, STRIP.y + 12 + i * 66, word, { textAnchor: "end", fontSize: 11 }),
    ),
    xAxis({
      x: STRIP.x,
      width: STRIP.width,
      y: 346,
      values: ["0 m", "300", "600", "900", "1 200", "1 500", "1 800", "2 100 m"],
    }),
    [
      ["small mark", COLOURS.petrol],
      ["stain", COLOURS.amber],
      ["edge crack, scratch", COLOURS.accent],
    ].map(([word, tone], i) => [circle(296 + i * 130, 371, 4, { fill: tone }), smallText(308 + i * 130, 375, word)]),
  );
}

const CAMERAS = [
  ["Camera 1, top, drive", "scratch", "scratch 0.91", COLOURS.accent],
  ["Camera 2, top, operator", "none", "clean", COLOURS.good],
  ["Camera 3, bottom, drive", "stain", "stain 0.64", COLOURS.amber],
  ["Camera 4, bottom, operator", "none", "clean", COLOURS.good],
];

function cameras() {
  return CAMERAS.map(([name, flaw, verdict, tone], i) => {
    const x = 240 + i * 336;
    return panel(
      { x, y: 414, width: 320, height: 258, title: "" },
      steelTile({ id: `c${i}`, x: x + 12, y: 426, width: 296, height: 184, flaw, seed: 40 + i, lines: 60 }),
      element("rect", { x: x + 12, y: 426, width: 296, height: 184, rx: 6, fill: "#11151a", "fill-opacity": 0.22 }),
      flaw !== "none" && box(x + 78, 462, 164, 110, { fill: "none", stroke: tone, strokeWidth: 2 }),
      box(x + 22, 436, 56, 20, { rx: 4, fill: "#0d1115", fillOpacity: 0.8 }),
      circle(x + 33, 446, 3.5, { fill: COLOURS.accent }),
      smallText(x + 42, 450, "live", { fill: COLOURS.ink, fontSize: 11 }),
      text(x + 18, 637, name, { fontSize: 13 }),
      smallText(x + 18, 656, "4 k line, 38 kHz, 26 ms"),
      tag(x + 214, 628, verdict, tone, 90),
    );
  });
}

function rate() {
  const frame = { x: 296, y: 746, width: 800, height: 176 };
  const values = range(120).map(
    (i) => 0.7 + 0.35 * noise2(i * 0.14, 3, 4) + 0.9 * bell(i - 58, 4) + 1.6 * smooth(100, 118, i),
  );
  const at = (v, i) => [frame.x + (i / 119) * frame.width, frame.y + frame.height - (v / 3) * frame.height];
  const points = values.map(at);
  return panel(
    { x: 240, y: 696, width: 880, height: 272, title: "Flaws per 100 m", note: "this coil against the last ten" },
    yAxis({ ...frame, values: ["0", "1", "2", "3"] }),
    range(5).map((k) =>
      path(polyline(range(60).map((i) => at(0.75 + 0.3 * noise2(i * 0.28, k * 7, 9 + k), i * 2.017))), {
        fill: "none",
        stroke: COLOURS.faint,
        strokeOpacity: 0.45,
      }),
    ),
    path(polyline(points.slice(0, 102)), { fill: "none", stroke: COLOURS.petrol, strokeWidth: 2.2 }),
    path(polyline(points.slice(101)), { fill: "none", stroke: COLOURS.accent, strokeWidth: 2.6 }),
    circle(...points.at(-1), 5, { fill: COLOURS.accent }),
    xAxis({ ...frame, y: 948, values: ["0 m", "200", "400", "600", "800", "1 000", "1 200 m"] }),
  );
}

function decision() {
  const rows = [
    ["Grade", "A2, was A1"],
    ["Cut proposal", "1 121 m to 1 176 m"],
    ["Likely source", "edge trimmer, knife 2"],
    ["Next coil", "7 732, same grade"],
  ];
  return panel(
    { x: 1144, y: 696, width: 424, height: 272, title: "Proposal" },
    tag(1452, 712, "waiting", COLOURS.amber, 96),
    rows.map(([name, value], i) => [
      smallText(1164, 768 + i * 34, name, { fontSize: 13 }),
      text(1548, 768 + i * 34, value, { textAnchor: "end", fill: i === 2 ? COLOURS.accent : COLOURS.ink }),
      line(1164, 779.5 + i * 34, 1548, 779.5 + i * 34, { stroke: COLOURS.edge }),
    ]),
    box(1164, 904, 184, 42, { rx: 10, fill: COLOURS.accent }),
    text(1256, 930, "Accept cut", { textAnchor: "middle", fontWeight: 600, fill: "#14181d" }),
    box(1364, 904, 184, 42, { rx: 10, fill: "none", stroke: COLOURS.edge }),
    text(1456, 930, "Look at images", { textAnchor: "middle" }),
  );
}

export const visionLine = () =>
  screen({
    active: "Vision",
    crumbs: ["Werk Süd", "Strip 1", "Live"],
    range: "Coil 7 731",
    label: "Lumen Vision: live map of a steel coil",
    children: [coilMap(), cameras(), rate(), decision()],
  });
