// Prints a result of bench/run.mjs as the Markdown tables of docs/performance.md: `node bench/table.mjs [FILE]`.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = process.argv[2] ?? fileURLToPath(new URL("result.json", import.meta.url));
const { results, node } = JSON.parse(readFileSync(file, "utf8"));
const seconds = (ms) => (ms === undefined ? "" : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`);

for (const { stories, rows, different } of results) {
  const pages = rows["clean build"].pages;
  console.log(`\n${stories.toLocaleString("en")} × 2 (${pages.toLocaleString("en")} pages), Node ${node}\n`);
  console.log("| | wall (fastest–slowest) | processor | peak memory | requests | written | output | runs |");
  console.log("|---|---|---|---|---|---|---|---|");
  for (const [name, row] of Object.entries(rows)) {
    const spread = `${seconds(row["wall ms"])} (${seconds(row.fastest)}–${seconds(row.slowest)})`;
    const output = row["output MB"] === undefined ? "" : `${row["output MB"]} MB`;
    const cells = [
      name,
      spread,
      seconds(row["cpu ms"]),
      `${row["peak MB"]} MB`,
      row.requests,
      row.written ?? "",
      output,
      row.runs,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  const wrong = Object.entries(different).filter(([, paths]) => paths.length > 0);
  const summary = wrong.map(([name, paths]) => `${name} differs on ${paths.length} pages`).join(", ");
  console.log(`\nText, links and images: ${summary || "the same on every page of every generator"}.`);
}
