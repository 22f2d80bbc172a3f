/**
 * A visitor who sits through ten deploys and some rollbacks, and clicks: no request fails, and with --switch no page is
 * of two builds.
 */
import { mkdtempSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandSite, openCommandSite } from "../definition/command-site.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";

const DEPLOYS = 10;
/** Builds that differ in code and content; deployed one after the other, twice. */
const BUILDS = DEPLOYS / 2;

const counter = (build: number) => `import { useState } from "react";
import { editable } from "sitegen-storyblok/kit";
export default function Counter(props) {
  const [count, setCount] = useState(0);
  return <section {...editable(props)}><button type="button" data-of="code ${build}" onClick={() => setCount(count + 1)}>{count}</button></section>;
}`;

const FILES = {
  "site.ts": `import { Layout } from "./layout.tsx";
export default { languages: [{ code: "en" }], pageTypes: { page: {} }, icons: { favicon: "./icon.svg" }, layout: { Layout } };`,
  "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "layout.tsx": `import { useSite } from "sitegen-storyblok/kit";
export function Layout({ children }) {
  return <><header data-of={useSite().shared.global.name}/><nav><a href="/">Home</a> <a href="/other/">Other</a></nav>{children}</>;
}`,
  "blocks/page/page.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "counter"]) } });`,
  "blocks/hero/hero.tsx":
    "export default function Hero({ headline }) { return <h1 data-of={headline}>{headline}</h1>; }",
  "blocks/counter/counter.schema.ts": `import { defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: {} });`,
  "blocks/counter/counter.tsx": counter(0),
  "blocks/global/global.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "global", fields: { name: text() } });`,
};
const body = (build: number) => [{ component: "hero", headline: `story ${build}` }, { component: "counter" }];
const story = { ...storyWithHeadline(""), content: { component: "page", body: body(0) } };

let site: CommandSite;
let browser: TestBrowser;
const servers: StaticServer[] = [];
beforeAll(async () => {
  const global = { content: { component: "global", name: "shared 0" } };
  site = await openCommandSite(FILES, { home: story, other: story, global });
  browser = await launchBrowser();
  for (let build = 0; build < BUILDS; build += 1) {
    site.write({ "blocks/counter/counter.tsx": counter(build) });
    for (const slug of ["home", "other"])
      site.service.publish(slug, (one) => {
        one.content.body = body(build);
      });
    site.service.setGlobal((one) => {
      one.content.name = `shared ${build}`;
    });
    await site.generate("--out", "out", "--state", "state");
    await cp(join(site.dir, "out"), join(site.dir, `build-${build}`), { recursive: true });
  }
  // The last build but one again, as a rollback puts it back.
  expect(await site.run("rollback", "--out", "out", "--state", "state")).toMatchObject({ code: 0 });
  await cp(join(site.dir, "out"), join(site.dir, "build-back"), { recursive: true });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await browser.close();
  await site.close();
});

/** The builds of which the page shows something now. */
const buildsShown = (page: Page) =>
  page.evaluate(() => {
    const marks = [...document.querySelectorAll("[data-of]")].map((one) => one.getAttribute("data-of") ?? "");
    return [...new Set(marks.map((mark) => mark.split(" ")[1] ?? ""))];
  });

/** A target, what puts builds there, and a visitor whose failed requests are noted. */
async function openVisit(flag: string) {
  const isSwitched = flag === "--switch";
  const parent = mkdtempSync(join(site.dir, "target-"));
  const target = join(parent, "www");
  const run = async (...args: string[]) => {
    const done = await site.run(...args);
    expect(done, done.stderr).toMatchObject({ code: 0 });
  };
  const deploy = (build: number | "back") => run("deploy", target, "--out", `build-${build}`, flag);
  const idOf = (build: number) =>
    JSON.parse(readFileSync(join(site.dir, `build-${build}`, "_assets/builds/latest.json"), "utf8")).id;
  await deploy(0);
  const server = await startStaticServer(target);
  servers.push(server);
  const page = await browser.newPage();
  const failed: string[] = [];
  page.on("response", (one) => {
    if (one.status() >= 400) failed.push(`${one.status()} ${one.url()}`);
  });
  page.on("requestfailed", (one) => {
    // A click on a link cancels what the page was still loading.
    if (!/ERR_ABORTED/.test(one.failure()?.errorText ?? "")) failed.push(`${one.failure()?.errorText} ${one.url()}`);
  });
  return {
    isSwitched,
    deploy,
    /** Goes back from the last build to the one before it, and from there to the last one. */
    back: () => (isSwitched ? run("rollback", "--target", target) : deploy("back")),
    forth: () => (isSwitched ? run("rollback", idOf(BUILDS - 1), "--target", target) : deploy(BUILDS - 1)),
    origin: server.origin,
    page,
    failed,
  };
}

const FLAGS = ["--switch", "--full"];

// --full compares every file, and changes them in place like a deploy without a flag.
test.each(FLAGS)("ten deploys and four rollbacks under clicks: %s", { timeout: 240_000 }, async (flag) => {
  const { isSwitched, deploy, back, forth, origin, page, failed } = await openVisit(flag);
  await page.goto(origin);
  const mixed: string[][] = [];
  const seen = new Set<string>();
  let clicks = 0;
  let isOver = false;
  const clicking = (async () => {
    for (let round = 1; !isOver; round += 1) {
      // Now and then they come anew.
      if (round % 3 === 0) await page.goto(origin);
      for (const name of ["Other", "Home"]) {
        await page.getByRole("link", { name }).click();
        await expect.poll(() => page.evaluate(() => location.pathname)).toBe(name === "Home" ? "/" : "/other/");
        await page.getByRole("button").click();
        await expect.poll(() => page.getByRole("button").textContent()).not.toBe("0");
        const shown = await buildsShown(page);
        if (shown.length !== 1) mixed.push(shown);
        for (const build of shown) seen.add(build);
        clicks += 2;
      }
    }
  })();
  /** The visitor clicks between two changes too. */
  const someClicks = async () => {
    const before = clicks;
    await expect.poll(() => clicks, { timeout: 30_000 }).toBeGreaterThan(before + 2);
  };
  for (let build = 1; build <= DEPLOYS; build += 1) {
    await deploy(build % BUILDS);
    await someClicks();
    if (build % BUILDS !== BUILDS - 1) continue;
    await back();
    await someClicks();
    await forth();
    await someClicks();
  }
  isOver = true;
  await clicking;
  expect(failed).toEqual([]);
  if (isSwitched) expect(mixed).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
  // An open page may stay of its build for a while; whoever comes now gets the last one.
  await page.reload();
  expect(await buildsShown(page)).toEqual([String(DEPLOYS % BUILDS)]);
});

test.each(FLAGS)("a page that is open from a build which was taken back works on: %s", async (flag) => {
  const { deploy, back, forth, origin, page, failed } = await openVisit(flag);
  await deploy(BUILDS - 2);
  await deploy(BUILDS - 1);
  // It shows what was rendered, and asks for the code of its block once somebody clicks: neither in an idle moment nor
  // because the page moved under the mouse while this machine was busy.
  await page.addInitScript(() => {
    for (const type of ["mousemove", "scroll"])
      window.addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    const wait = window.setTimeout.bind(window);
    const withoutLong = (run: TimerHandler, ms = 0) => (ms < 4000 ? wait(run, ms) : 0);
    Object.assign(window, { setTimeout: withoutLong, requestIdleCallback: () => 0 });
  });
  const asked: string[] = [];
  page.on("request", (one) => asked.push(one.url()));
  const hasCode = () => asked.some((url) => /counter-\w+\.js/.test(url));
  const open = async () => {
    asked.length = 0;
    await page.goto(origin);
  };
  const touch = async (build: number) => {
    expect(hasCode()).toBe(false);
    await page.getByRole("button").click();
    await expect.poll(hasCode).toBe(true);
    await expect.poll(() => page.getByRole("button").textContent()).toBe("1");
    expect(await buildsShown(page)).toEqual([String(build)]);
    expect(failed).toEqual([]);
  };
  await open();
  await back();
  await touch(BUILDS - 1);
  await open();
  await forth();
  await touch(BUILDS - 2);
  // Whoever waits longer has the next deploy and another rollback in between.
  await open();
  await back();
  await deploy(0);
  await touch(BUILDS - 1);
});
