import { SHEETS } from "../insights/sheet.mjs";
import { box, drawing, line, text } from "../lib/svg.mjs";

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

const LEFT = 470;
const FULL = 780;

function pair([name, before, after, change], i, look) {
  const y = 180 + i * 190;
  const bar = ([words, value], top, fill) => {
    const width = Math.max(6, (FULL * value) / before[1]);
    return [
      box(LEFT, top, width, 46, { fill }),
      text(LEFT + width + 22, top + 34, words, { fontSize: 36, fontWeight: 600, fill: look.line }),
    ];
  };
  return [
    line(60, y - 40, 1540, y - 40, { stroke: look.faint, strokeWidth: 2 }),
    text(60, y + 60, name, { fontSize: 36, fill: look.line }),
    bar(before, y, look.soft),
    bar(after, y + 58, look.accent),
    change && text(1540, y + 92, change, { fontSize: 36, fontWeight: 600, textAnchor: "end", fill: look.line }),
  ];
}

/** What changed at the mill: each pair of bars has its own scale, the reference year is always full. */
const figures = (language) => () => {
  const look = SHEETS.paper;
  const { rows, before, after } = WORDS[language];
  return drawing(
    { width: 1600, height: 740, background: look.ground },
    box(LEFT, 62, 30, 30, { fill: look.soft }),
    text(LEFT + 44, 88, before, { fontSize: 34, fill: look.line }),
    box(LEFT + 440, 62, 30, 30, { fill: look.accent }),
    text(LEFT + 484, 88, after, { fontSize: 34, fill: look.line }),
    rows.map((row, i) => pair(row, i, look)),
  );
};

export const isarstahlPlots = {
  "plots/isarstahl-figures-en.svg": figures("en"),
  "plots/isarstahl-figures-de.svg": figures("de"),
};
