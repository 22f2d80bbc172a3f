import { SHEETS } from "../insights/sheet.mjs";
import { box, line, svgDocument, text } from "../lib/svg.mjs";

const WORDS = {
  en: {
    rows: [
      ["Downgraded coils", ["4.1%", 4.1], ["2.7%", 2.7], "−34%"],
      ["Samples a day", ["340", 340], ["170", 170], "−50%"],
      ["First result after", ["4 h", 4], ["0.3 s", 0.0001], ""],
    ],
    before: "2023, reference",
    after: "2025, with the model",
  },
  de: {
    rows: [
      ["Abgewertete Coils", ["4,1 %", 4.1], ["2,7 %", 2.7], "−34 %"],
      ["Proben pro Tag", ["340", 340], ["170", 170], "−50 %"],
      ["Erstes Ergebnis nach", ["4 h", 4], ["0,3 s", 0.0001], ""],
    ],
    before: "2023, Referenz",
    after: "2025, mit Modell",
  },
};

const LEFT = 70;
const FULL = 860;

function pair([name, before, after, change], i, look) {
  const y = 220 + i * 220;
  const bar = ([words, value], top, fill) => {
    const width = Math.max(6, (FULL * value) / before[1]);
    return [
      box(LEFT, top, width, 50, { fill }),
      text(LEFT + width + 20, top + 38, words, { fontSize: 40, fontWeight: 600, fill: look.line }),
    ];
  };
  return [
    line(LEFT, y - 78, 1130, y - 78, { stroke: look.faint, strokeWidth: 2 }),
    text(LEFT, y - 22, name, { fontSize: 40, fill: look.line }),
    change && text(1130, y - 22, change, { fontSize: 40, fontWeight: 600, textAnchor: "end", fill: look.line }),
    bar(before, y, look.soft),
    bar(after, y + 60, look.accent),
  ];
}

/** The results at the mill: each pair of bars has its own scale, the reference year is always full. */
const figures = (language) => () => {
  const look = SHEETS.plate;
  const { rows, before, after } = WORDS[language];
  return svgDocument(
    { width: 1200, height: 900, background: look.ground },
    box(LEFT, 62, 32, 32, { fill: look.soft }),
    text(LEFT + 48, 90, before, { fontSize: 36, fill: look.line }),
    box(LEFT + 440, 62, 32, 32, { fill: look.accent }),
    text(LEFT + 488, 90, after, { fontSize: 36, fill: look.line }),
    rows.map((row, i) => pair(row, i, look)),
  );
};

export const isarstahlPlots = {
  "plots/isarstahl-figures-en.svg": figures("en"),
  "plots/isarstahl-figures-de.svg": figures("de"),
};
