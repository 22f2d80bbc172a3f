// Long tasks (over 50 ms) of the home page before and after the first interaction, on a phone's viewport, at full speed
// and slowed four times: `node bench/long-tasks.mjs [--runs 3] [--chrome FILE]`.
import { chromium } from "playwright";
import { serveSample } from "./serve-sample.mjs";

const FLAGS = [
  ...["no-sandbox", "disable-gpu", "disable-quic", "no-first-run"],
  ...["disable-background-networking", "disable-component-update", "disable-sync"],
].map((flag) => `--${flag}`);
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
      rows[`${slower}× slower, run ${run}`] = await measure(slower);
    }
  }
  console.table(rows);
} finally {
  await browser.close();
  site.close();
}

async function measure(slower) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.addInitScript(() => {
    window.__tasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.__tasks.push({ startTime, duration });
    }).observe({ type: "longtask", buffered: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(site.url, { waitUntil: "load" });
  await page.waitForTimeout(1000);
  const touched = await page.evaluate(() => performance.now());
  await page.touchscreen.tap(195, 700);
  await page.waitForTimeout(4000 * Math.sqrt(slower));
  const tasks = await page.evaluate(() => window.__tasks);
  await page.close();
  const told = (list) =>
    list.length === 0 ? "none" : list.map(({ duration }) => `${Math.round(duration)} ms`).join(", ");
  return {
    before: told(tasks.filter(({ startTime }) => startTime < touched)),
    after: told(tasks.filter(({ startTime }) => startTime >= touched)),
  };
}
