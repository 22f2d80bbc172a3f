/** Every page of the sample site is reached in the app, without a word on the console. test/site/browser.test.ts loads each. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type Site, whenAt } from "./site.ts";

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

test.each(["en", "de"])(
  "every page in %s is reached in the app in silence",
  async (lang) => {
    // Transitions are navigation.test.ts's matter; a picture of each page would be drawn for them.
    const visit = await site.visit({ reducedMotion: "reduce" });
    const { page, messages } = visit;
    const own = paths.filter((path) => isGerman(path) === (lang === "de"));
    expect(own.length).toBeGreaterThan(50);
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
