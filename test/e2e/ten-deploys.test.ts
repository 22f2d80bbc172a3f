/** A visitor who sits through ten deploys and clicks: no request fails, and with --switch no page is of two builds. */
import { mkdirSync } from "node:fs";
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

// --full compares every file, and changes them in place like a deploy without a flag.
test.each(["--switch", "--full"])("%s", { timeout: 120_000 }, async (flag) => {
  const isSwitched = flag === "--switch";
  const target = join(site.dir, `targets${flag}/www`);
  mkdirSync(join(target, ".."), { recursive: true });
  const deploy = async (build: number) => {
    const done = await site.run("deploy", target, "--out", `build-${build % BUILDS}`, flag);
    expect(done, done.stderr).toMatchObject({ code: 0 });
  };
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
  await page.goto(server.origin);
  const mixed: string[][] = [];
  const seen = new Set<string>();
  let clicks = 0;
  let isOver = false;
  const clicking = (async () => {
    for (let round = 1; !isOver; round += 1) {
      // Now and then they come anew.
      if (round % 3 === 0) await page.goto(server.origin);
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
  for (let build = 1; build <= DEPLOYS; build += 1) {
    const before = clicks;
    await deploy(build);
    // The visitor clicks between two deploys too.
    await expect.poll(() => clicks, { timeout: 30_000 }).toBeGreaterThan(before + 2);
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
