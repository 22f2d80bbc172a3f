/** What is added to a page restyles itself, not the page: a rule like `:root:not(:has(…)) main *` would. */
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareOf } from "../helpers/exhaustive.ts";
import { DESKTOP, openSite, PHONE, type Site } from "./site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Styles of how many of the page's elements the browser computed at once, at most, while `run` went on. */
async function mostRestyled(page: Page, run: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["devtools.timeline"] });
  await run();
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as {
    traceEvents: { name: string; args: { elementCount?: number; beginData?: { frame: string } } }[];
  };
  const counts = traceEvents
    // A picture that is an SVG is a document of its own.
    .filter(({ name, args }) => name === "UpdateLayoutTree" && args.beginData?.frame === frameTree.frame.id)
    .map(({ args }) => args.elementCount ?? 0);
  expect(counts.length).toBeGreaterThan(0);
  return Math.max(...counts);
}

/** Adds an element to the head, the body and the page's first section, as the app and scripts of others do. */
const ADD = `new Promise((resolve) => {
  const places = [document.head, document.body, document.querySelector("main > *")];
  const add = () => {
    const place = places.shift();
    if (!place) return resolve();
    place.append(document.createElement(place === document.head ? "meta" : "i"));
    requestAnimationFrame(() => requestAnimationFrame(add));
  };
  add();
})`;

const PAGES = ["/", "/solutions/", "/insights/", "/careers/", "/contact/"].flatMap((path) => [
  ["a phone", path, PHONE] as const,
  ["a large window", path, DESKTOP] as const,
]);
test.each(shareOf(PAGES, 0))("on %s: %s", async (_, path, viewport) => {
  const { page, open, hydrate, close } = await site.visit({ viewport });
  await open(path);
  await page.locator("html[data-whole]").waitFor({ state: "attached" });
  const elements = await page.locator("*").count();
  const most = await mostRestyled(page, async () => {
    await hydrate();
    await page.evaluate(ADD);
  });
  expect(most).toBeLessThan(elements / 3);
  await close();
});
