// Measures the time from a save to the open page: `node bench/watch.mjs [--runs 5] [--saves 0]`. `sitegen serve
// --watch` serves a copy of the sample, whose home page is open in Chromium; the time ends when the page shows the
// change, checked by the page at each frame. With --saves N the block is saved N more times, to measure memory.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { medianOf } from "./measure-program.mjs";
import { numberOption } from "./options.mjs";
import { treeRssMb } from "./process-tree.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const runs = numberOption("runs", 5);
const saves = numberOption("saves", 0);
const program = join(root, "bin/sitegen.mjs");
const work = mkdtempSync(join(tmpdir(), "sitegen-watch-bench-"));
// Pictures are created once for all runs.
const assets = join(root, "node_modules/.cache/sitegen-bench-watch");
const env = { ...process.env, NODE_ENV: "production" };
for (const name of ["STORYBLOK_TOKEN", "STORYBLOK_ENDPOINT", "STORYBLOK_PREVIEW_TOKEN"]) delete env[name];

const sitegen = (...args) => {
  const { status } = spawnSync(process.execPath, [program, ...args], {
    cwd: work,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`sitegen ${args[0]} ended with ${status}`);
};

/** Replaces a text in a file by one with the run's number. */
function saver(path, text, marked) {
  const file = join(work, path);
  const source = readFileSync(file, "utf8");
  if (!source.includes(text)) throw new Error(`${path} has no ${text}`);
  return (run) => writeFileSync(file, source.replace(text, marked(run)));
}

/** Kinds of saves, each with an expression that is true in a page that shows it. */
const kinds = () => ({
  block: {
    save: saver(
      "site/HeroFullscreenImage/HeroFullscreenImage.tsx",
      'className="hero-fullscreen-image__words wrap"',
      (run) => `data-bench="${run}" className="hero-fullscreen-image__words wrap"`,
    ),
    shows: (run) => `document.querySelector("[data-bench]")?.dataset.bench === "${run}"`,
  },
  "block, the app runs": {
    isTouched: true,
    save: saver(
      "site/HeroFullscreenImage/HeroFullscreenImage.tsx",
      'className="hero-fullscreen-image__foot"',
      (run) => `data-foot="${run}" className="hero-fullscreen-image__foot"`,
    ),
    shows: (run) => `document.querySelector("[data-foot]")?.dataset.foot === "${run}"`,
  },
  stylesheet: {
    save: saver("site/layout/header.css", ".header {", (run) => `.header { outline-offset: ${run}px;`),
    shows: (run) => `getComputedStyle(document.querySelector(".header")).outlineOffset === "${run}px"`,
  },
  layout: {
    save: saver(
      "site/layout/header.tsx",
      '<header className="header"',
      (run) => `<header id="h${run}" className="header"`,
    ),
    shows: (run) => `document.querySelector(".header")?.id === "h${run}"`,
  },
  "shared part": {
    save: saver("site/ui/heading.tsx", "id={props.id}", (run) => `id={props.id} data-part="${run}"`),
    shows: (run) => `document.querySelector("[data-part]")?.dataset.part === "${run}"`,
  },
  story: {
    save: saver("space/stories/home.json", "Know about the defect", (run) => `${run} Know about the defect`),
    shows: (run) => `document.querySelector("h1")?.textContent.startsWith("${run} ") === true`,
  },
});

/** Resolves in the frame in which the condition is true, across reloads. */
async function until(page, condition) {
  for (;;) {
    try {
      return await page.waitForFunction(condition, undefined, { polling: "raf", timeout: 30_000 });
    } catch (error) {
      if (!/navigation|destroyed|detached/i.test(error.message)) throw error;
    }
  }
}

/** Interacts with the page, so that the app runs and other code requires a reload. */
async function touch(page) {
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  const runs = `performance.getEntriesByType("resource").some(({ name }) => name.endsWith(document.documentElement.dataset.app))`;
  await until(page, runs);
}

async function time(page, { save, shows, isTouched }, run) {
  if (isTouched) await touch(page);
  const started = performance.now();
  save(run);
  await until(page, shows(run));
  return performance.now() - started;
}

const ms = (value) => `${Math.round(value)} ms`;

let server;
let browser;
try {
  sitegen("init", "--sample", "--yes");
  symlinkSync(join(root, "node_modules"), join(work, "node_modules"));
  if (existsSync(assets)) cpSync(assets, join(work, ".sitegen/assets"), { recursive: true });
  sitegen("generate", "--quiet");
  cpSync(join(work, ".sitegen/assets"), assets, { recursive: true });
  server = spawn(process.execPath, [program, "serve", "--watch", "--port", "0", "--quiet"], {
    cwd: work,
    env,
    stdio: ["ignore", "pipe", 2],
  });
  const { value: url } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next();
  const executablePath = process.env.PLAYWRIGHT_CHROMIUM_PATH ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  // The condition is evaluated in the page, which its security policy would not allow.
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  await page.goto(url);
  console.log(`Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0].toFixed(2)}`);
  const all = kinds();
  for (const [name, kind] of Object.entries(all)) {
    const times = [];
    // The first save is not measured: esbuild has no cache yet.
    for (let run = 0; run <= runs; run += 1) {
      times.push(await time(page, kind, run + 1));
      // The browser code is bundled after the page is shown.
      await wait(1000);
    }
    const counted = times.slice(1);
    console.log(`${name}: median ${ms(medianOf(counted))}, ${counted.map(ms).join(", ")}; the first ${ms(times[0])}`);
  }
  const memory = [treeRssMb(server.pid)];
  for (let run = 1; run <= saves; run += 1) {
    await time(page, all.block, 1000 + run);
    if (run % 20 === 0) memory.push(treeRssMb(server.pid));
  }
  console.log(
    `memory of the server and what it started: ${memory.join(", ")} MB${saves ? `, every 20 of ${saves} saves` : ""}`,
  );
} finally {
  await browser?.close();
  server?.kill();
  await wait(500);
  rmSync(work, { recursive: true, force: true });
}
