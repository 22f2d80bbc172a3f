/** Every page of the sample site hydrates, and every page is reached in the app, without a word on the console. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type Site, whenApp, whenAt } from "./site.ts";

let site: Site;
let paths: string[];

beforeAll(async () => {
  site = await openSite();
  const folder = join(site.out, "_assets/builds/meta");
  const [file = ""] = readdirSync(folder);
  paths = (JSON.parse(readFileSync(join(folder, file), "utf8")) as { prerendered: string[] }).prerendered;
});
afterAll(() => site.close());

const isGerman = (path: string) => path === "/de/" || path.startsWith("/de/");

/** Deals the paths out to two tabs. */
async function inTwoTabs(
  work: (path: string, tab: Awaited<ReturnType<Site["visit"]>>) => Promise<void>,
): Promise<string[]> {
  const queue = [...paths];
  const said: string[] = [];
  const tab = async () => {
    const visit = await site.visit();
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      visit.messages.length = 0;
      await work(path, visit);
      said.push(...visit.messages.map((message) => `${path}: ${message}`));
    }
    await visit.close();
  };
  await Promise.all([tab(), tab()]);
  return said;
}

test("every page hydrates in silence", async () => {
  expect(paths.length).toBeGreaterThan(100);
  const said = await inTwoTabs(async (path, { page }) => {
    await page.goto(site.origin + path, { waitUntil: "domcontentloaded" });
    await page.evaluate(() => window.dispatchEvent(new Event("keydown")));
    await whenApp(page);
  });
  expect(said).toEqual([]);
}, 240_000);

test.each(["en", "de"])(
  "every page in %s is reached in the app in silence",
  async (lang) => {
    const visit = await site.visit();
    const { page, messages } = visit;
    const own = paths.filter((path) => isGerman(path) === (lang === "de"));
    await visit.open(own[0] ?? "/");
    await visit.hydrate();
    for (const path of own.slice(1)) {
      await page.evaluate((href) => {
        const link = Object.assign(document.createElement("a"), { href });
        document.body.append(link);
        link.click();
        link.remove();
      }, path);
      await whenAt(page, path);
      expect(await page.locator("h1").count(), path).toBe(1);
    }
    expect(messages).toEqual([]);
    await visit.close();
  },
  240_000,
);
