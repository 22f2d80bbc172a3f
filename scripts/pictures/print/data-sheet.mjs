import { bell } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { hex } from "../lib/palette.mjs";
import { pdfBox, pdfDisc, pdfLine, pdfPage, pdfText } from "./pdf.mjs";

const LEFT = 48;
const RIGHT = 547;

const EDGE = [
  ["Supply", "24 V DC, 18 W typical"],
  ["Temperature", "0 to 50 °C, no fan"],
  ["Network", "2 × 1 Gbit/s, separated"],
  ["Buffer without network", "30 days"],
  ["Exchange", "12 minutes, configuration on a card"],
];
const VISION = [
  ["Cameras", "up to 6, GigE Vision or USB3 Vision"],
  ["Resolution", "0.4 to 25 megapixels"],
  ["Time to decision", "25 to 70 ms, by image size"],
  ["Outputs", "8 digital, 24 V; OPC UA; S7"],
  ["Power", "24 V DC, 95 W at most"],
];
const PLATFORM = [
  [
    "Protocols",
    "OPC UA, S7, Modbus TCP, MQTT, EtherNet/IP, CSV and Parquet. Read-only unless you release a write path.",
  ],
  [
    "Where it runs",
    "In your data centre, or with a German provider in Frankfurt. The edge device needs neither to work.",
  ],
  [
    "Security",
    "ISO 27001 certified operation, signed updates, outgoing connections only. Component list with each release.",
  ],
  [
    "Roles",
    "Operator, process engineer, data scientist, administrator. Accounts from your directory over OIDC or SAML.",
  ],
  ["Updates", "Four releases a year, supported for five years each. You choose the shift in which a line is updated."],
  ["Your exit", "Models as ONNX, data as Parquet, configuration as text."],
];

/** The head: ink, the mark, the name, and a spectrum with one line that matters. */
function head() {
  const bars = Array.from({ length: 74 }, (_, i) => {
    const x = LEFT + i * 6.8;
    const high =
      5 + 46 * bell(i - 24, 1.1) + 30 * bell(i - 48, 1.1) + 12 * bell(i - 12, 1) + 8 * Math.abs(noise2(i * 0.6, 2, 4));
    const hot = i === 24 || i === 48;
    return pdfLine(
      [
        [x, 618],
        [x, 618 + high],
      ],
      { width: hot ? 2.4 : 1.4, colour: hot ? hex.accent : hex.petrolLight },
    );
  });
  return [
    pdfBox(0, 596, 595, 246, hex.ink),
    pdfLine(
      [
        [LEFT, 800],
        [LEFT + 7, 779],
        [LEFT + 14, 796],
        [LEFT + 21, 779],
        [LEFT + 28, 800],
      ],
      { width: 3.4, colour: hex.paper },
    ),
    pdfDisc(LEFT + 14, 805, 3.4, hex.accent),
    pdfText(LEFT + 40, 784, "Werklicht", { size: 17, bold: true, colour: hex.paper }),
    pdfText(456, 784, "Data sheet, issue 11", { size: 9.5, colour: hex.greyLight }),
    pdfText(LEFT, 722, "Lumen", { size: 40, bold: true, colour: hex.paper }),
    pdfText(LEFT, 698, "From the first signal to a model's last day of service:", { size: 13, colour: hex.paperDim }),
    pdfText(LEFT, 681, "connected, trained, released, watched and, one day, replaced.", {
      size: 13,
      colour: hex.paperDim,
    }),
    ...bars,
  ];
}

function table(title, rows, x, width) {
  return [
    pdfText(x, 556, title, { size: 12.5, bold: true }),
    ...rows.flatMap(([name, value], i) => {
      const y = 530 - i * 30;
      return [
        pdfLine(
          [
            [x, y + 14],
            [x + width, y + 14],
          ],
          { width: 0.5, colour: hex.greyLight },
        ),
        pdfText(x, y, name, { size: 8.5, colour: "#59616a" }),
        pdfText(x, y - 11.5, value, { size: 9.5 }),
      ];
    }),
  ];
}

/** Breaks a sentence at spaces; the standard font is about half its size wide. */
function wrap(words, limit) {
  const lines = [""];
  for (const word of words.split(" ")) {
    if (`${lines.at(-1)} ${word}`.length > limit) lines.push(word);
    else lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  return lines;
}

function platform() {
  return [
    pdfText(LEFT, 352, "Platform", { size: 12.5, bold: true }),
    ...PLATFORM.flatMap(([name, words], i) => {
      const y = 328 - i * 37;
      return [
        pdfLine(
          [
            [LEFT, y + 14],
            [RIGHT, y + 14],
          ],
          { width: 0.5, colour: hex.greyLight },
        ),
        pdfText(LEFT, y, name, { size: 9.5, bold: true }),
        ...wrap(words, 82).map((part, k) => pdfText(LEFT + 118, y - k * 12.5, part, { size: 9.5 })),
      ];
    }),
  ];
}

const foot = () => [
  pdfBox(LEFT, 84, 26, 2.4, hex.accent),
  pdfText(LEFT, 66, "Werklicht GmbH, Munich", { size: 9.5, bold: true }),
  pdfText(LEFT, 53, "hello@werklicht.example, +49 89 99998 140", { size: 9.5 }),
  pdfText(LEFT, 34, "All figures for normal operation. Changes that serve the machine are reserved.", {
    size: 8,
    colour: "#59616a",
  }),
];

export const drawDataSheet = () =>
  pdfPage({
    title: "Lumen: data sheet",
    author: "Werklicht",
    language: "en",
    commands: [
      ...head(),
      ...table("Edge device", EDGE, LEFT, 232),
      ...table("Vision device", VISION, 315, 232),
      ...platform(),
      ...foot(),
    ],
  });
