// Measures the main thread's work on the home page before and after the first interaction, with a phone's viewport, at
// full speed and slowed down four times: `node bench/long-tasks.mjs [--runs 3] [--chrome FILE] [--out FOLDER]`. A task
// is measured by its thread's CPU time, so that other programs do not count, and in addition by wall time.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBrowser } from "./devtools-pipe.mjs";
import { numberOption, option } from "./options.mjs";
import { serveSample } from "./serve-sample.mjs";

const CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing", "v8"];
const PHONE = { width: 390, height: 844 };
/** A point on the first screen without a control. */
const NO_CONTROL = { x: 195, y: 200 };
/** Kinds of work in a task, by names of trace events. */
const PARTS = {
  script: /^(?:FunctionCall|EvaluateScript|v8\.evaluateModule|RunMicrotasks|TimerFire|FireIdleCallback|EventDispatch)$/,
  compile: /^(?:v8\.compile|v8\.compileModule|v8\.produceCache)/,
  style: /^(?:UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet)$/,
  layout: /^Layout$/,
  paint: /^(?:PrePaint|Paint|Layerize|Commit)$/,
  parse: /^ParseHTML$/,
  garbage: /GC$/,
};

const site = await serveSample();
const profile = mkdtempSync(join(tmpdir(), "sitegen-long-tasks-"));
const browser = openBrowser(option("chrome", "/usr/bin/chromium"), [`--user-data-dir=${profile}`]);
try {
  const rows = {};
  for (const slower of [1, 4]) {
    for (let run = 1; run <= numberOption("runs", 3); run += 1) {
      const { before, after } = await measure(slower);
      rows[`${slower}× slower, run ${run}, before`] = describeTasks(before);
      rows[`${slower}× slower, run ${run}, after`] = describeTasks(after);
    }
  }
  console.table(rows);
} finally {
  browser.close();
  site.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(slower) {
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method, params) => browser.send(method, params, sessionId);
  const evaluate = async (expression) => (await send("Runtime.evaluate", { expression })).result.value;
  await send("Emulation.setDeviceMetricsOverride", { ...PHONE, deviceScaleFactor: 1, mobile: true });
  await send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await send("Emulation.setCPUThrottlingRate", { rate: slower });
  const events = [];
  browser.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await browser.send("Tracing.start", { traceConfig: { includedCategories: CATEGORIES } });
  await send("Page.navigate", { url: site.url });
  while (!(await evaluate(`document.readyState === "complete" && "whole" in document.documentElement.dataset`)))
    await pause(100);
  await pause(1000);
  await evaluate(`performance.mark("touch")`);
  await send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [NO_CONTROL] });
  await send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await pause(4000 * Math.sqrt(slower));
  const isApp = await evaluate(`document.documentElement.dataset.status === "idle" && location.href === "${site.url}"`);
  if (!isApp) throw new Error("The page did not become an app, or the touch led to another one.");
  const complete = new Promise((resolve) => browser.on("Tracing.tracingComplete", resolve));
  await browser.send("Tracing.end");
  await complete;
  await browser.send("Target.closeTarget", { targetId });
  return tasksOf(events);
}

/** The tasks of the page's main thread, in order of time. */
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
