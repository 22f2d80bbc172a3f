// Runs Lighthouse on five page types of the sample site, mobile and desktop: `node bench/lighthouse.mjs [--chrome
// FILE]`. npx fetches Lighthouse, which is no dependency of the project. `sitegen serve` serves the site on loopback.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FLAGS } from "./devtools-pipe.mjs";
import { option } from "./options.mjs";
import { serveSample } from "./serve-sample.mjs";

const VERSION = "12.8.2"; // the newest version for Node 20
const PAGES = ["", "solutions/predictive-maintenance/", "insights/", "customers/isarstahl/", "de/kontakt/"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

const root = fileURLToPath(new URL("..", import.meta.url));
const chrome = option("chrome", "/usr/bin/chromium");
const work = mkdtempSync(join(tmpdir(), "sitegen-lighthouse-"));

function run(command, args) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, CHROME_PATH: chrome };
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}

const site = await serveSample();
try {
  const rows = {};
  for (const page of PAGES) {
    for (const device of ["mobile", "desktop"]) {
      const file = join(work, "report.json");
      const lighthouse = () =>
        run("npx", [
          ...["--yes", `lighthouse@${VERSION}`, `${site.url}${page}`, "--quiet"],
          ...["--output=json", `--output-path=${file}`, `--chrome-flags=${["--headless=new", ...FLAGS].join(" ")}`],
          ...(device === "desktop" ? ["--preset=desktop"] : []),
        ]);
      await lighthouse().catch(lighthouse); // it sometimes misses the start of a page's trace
      const { categories, audits } = JSON.parse(readFileSync(file, "utf8"));
      const score = (name) => Math.round((categories[name]?.score ?? 0) * 100);
      const value = (name) => audits[name]?.displayValue ?? "";
      rows[`/${page} ${device}`] = {
        ...Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])),
        LCP: value("largest-contentful-paint"),
        TBT: value("total-blocking-time"),
        CLS: value("cumulative-layout-shift"),
      };
      const failed = CATEGORIES.flatMap((name) =>
        (categories[name]?.auditRefs ?? []).filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9),
      );
      if (failed.length > 0) rows[`/${page} ${device}`].below = failed.map(({ id }) => id).join(" ");
    }
  }
  console.table(rows);
} finally {
  site.close();
  rmSync(work, { recursive: true, force: true });
}
