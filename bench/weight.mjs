// What a visitor loads of a page of each type, in KB after gzip: before the first interaction, and for hydration. `node
// bench/weight.mjs FOLDER` prints the table for a generated sample site.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const PAGES = {
  home: "",
  solution: "solutions/predictive-maintenance/",
  industry: "industries/machinery/",
  insight: "insights/reading-a-vibration-spectrum/",
  "success story": "customers/isarstahl/",
  listing: "insights/",
  job: "careers/machine-learning-engineer/",
  platform: "platform/lumen/",
  legal: "legal/privacy/",
};

/** One row per page type; `out` is the generated sample site. */
export function pageWeights(out) {
  return Object.fromEntries(Object.entries(PAGES).map(([name, path]) => [name, weightOf(out, path)]));
}

function weightOf(out, path) {
  const html = readFileSync(join(out, path, "index.html"), "utf8");
  const attribute = (name) => new RegExp(`${name}="([^"]*)"`).exec(html)?.[1] ?? "";
  const sizes = (list) => list.filter(Boolean).reduce((sum, file) => sum + sizeOf(join(out, file)), 0);
  const [head, body] = html.split("</head>");
  const sheets = (part) => [...part.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map((found) => found[1]);
  const boot = [...html.matchAll(/<script type="module" src="([^"]*)"/g)].map((found) => found[1]);
  // A block's script names the block behind a "#".
  const app = [attribute("data-app"), ...attribute("data-chunks").split(" ")].map((address) => address.split("#")[0]);
  const kb = (bytes) => Number((bytes / 1024).toFixed(1));
  return {
    html: kb(gzipSync(html, { level: 9 }).length),
    css: kb(sizes(sheets(head))),
    "css after the markup": kb(sizes(sheets(body))),
    "script before": kb(sizes(boot)),
    "script after": kb(sizes([...boot, ...app])),
    "shared state": kb(sizes([attribute("data-shared"), attribute("data-words")])),
  };
}

function sizeOf(file) {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.table(pageWeights(process.argv[2] ?? "out"));
