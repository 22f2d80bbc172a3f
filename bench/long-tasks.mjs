// Work of the main thread on the home page before and after the first interaction, on a phone's viewport, at full speed
// and slowed four times: `node bench/long-tasks.mjs [--runs 3] [--chrome FILE] [--out FOLDER]`. A task is measured by the time
// that its thread had the processor for it, so other programs on the machine do not count; beside it the longest by the clock.
import { chromium } from "playwright";
import { serveSample } from "./serve-sample.mjs";

const FLAGS = [
  ...["no-sandbox", "disable-gpu", "disable-quic", "no-first-run"],
  ...["disable-background-networking", "disable-component-update", "disable-sync"],
].map((flag) => `--${flag}`);
const CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing", "v8"];
/** What a task spends its time on, by names of trace events. */
const PARTS = {
  script: /^(?:FunctionCall|EvaluateScript|v8\.evaluateModule|RunMicrotasks|TimerFire|FireIdleCallback|EventDispatch)$/,
  compile: /^(?:v8\.compile|v8\.compileModule|v8\.produceCache)/,
  style: /^(?:UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet)$/,
  layout: /^Layout$/,
  paint: /^(?:PrePaint|Paint|Layerize|Commit)$/,
  parse: /^ParseHTML$/,
  garbage: /GC$/,
};
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};

const site = await serveSample();
const browser = await chromium.launch({ executablePath: option("chrome", "/usr/bin/chromium"), args: FLAGS });
try {
  const rows = {};
  for (const slower of [1, 4]) {
    for (let run = 1; run <= Number(option("runs", "3")); run += 1) {
      const { before, after } = await measure(slower);
      rows[`${slower}× slower, run ${run}, before`] = describeTasks(before);
      rows[`${slower}× slower, run ${run}, after`] = describeTasks(after);
    }
  }
  console.table(rows);
} finally {
  await browser.close();
  site.close();
}

async function measure(slower) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { traceConfig: { includedCategories: CATEGORIES } });
  await page.goto(site.url, { waitUntil: "load" });
  await page.waitForTimeout(1000);
  await page.evaluate(() => performance.mark("touch"));
  await page.touchscreen.tap(195, 700);
  await page.waitForTimeout(4000 * Math.sqrt(slower));
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await page.close();
  return tasksOf(events);
}

/** The tasks of the thread that the page's script runs on, in the order of time. */
function tasksOf(events) {
  const touch = events.find(({ name, cat }) => name === "touch" && cat.includes("user_timing"));
  const own = events.filter(({ pid, tid, ph }) => pid === touch.pid && tid === touch.tid && ph === "X");
  const tasks = own
    .filter(({ name }) => name === "ThreadControllerImpl::RunTask" || name === "RunTask")
    .map((task) => ({
      at: task.ts,
      cpu: (task.tdur ?? task.dur) / 1000,
      clock: task.dur / 1000,
      parts: partsOf(own.filter((event) => event !== task && event.ts >= task.ts && event.ts < task.ts + task.dur)),
    }));
  return {
    before: tasks.filter(({ at }) => at < touch.ts),
    after: tasks.filter(({ at }) => at >= touch.ts),
  };
}

function partsOf(events) {
  const parts = {};
  for (const { name, tdur, dur } of events) {
    const [part] = Object.entries(PARTS).find(([, pattern]) => pattern.test(name)) ?? [];
    if (part) parts[part] = Math.max(parts[part] ?? 0, (tdur ?? dur ?? 0) / 1000);
  }
  return parts;
}

function describeTasks(tasks) {
  const longest = [...tasks].sort((a, b) => b.cpu - a.cpu).slice(0, 3);
  const parts = Object.entries(longest[0]?.parts ?? {}).sort(([, a], [, b]) => b - a);
  return {
    "longest, ms of processor": longest.map(({ cpu }) => Math.round(cpu)).join(", "),
    "longest, ms by the clock": Math.round(Math.max(0, ...tasks.map(({ clock }) => clock))),
    "in the first": parts
      .slice(0, 3)
      .map(([part, ms]) => `${part} ${Math.round(ms)}`)
      .join(", "),
  };
}
