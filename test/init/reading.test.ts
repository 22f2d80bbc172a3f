/** What `init --from-space` writes, as visitors read it: long words, from right to left, by keyboard. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "../examples/example-site.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";

const LONG = "Zustandsüberwachungssystemkomponenten";
const cells = (...values: string[]) => values.map((value) => ({ value }));
const page = (title: string, text: string) => ({
  name: title,
  content: {
    component: "page",
    title,
    body: [
      { component: "prices", table: { thead: cells(text, LONG), tbody: [{ body: cells(LONG, "10:00–18:00") }] } },
      { component: "prose", text: { $md: [text, "`x = 1`", "```\nx = 1; // א\n```", "[+49 40 123](tel:+4940123)"] } },
    ],
  },
});

let site: SiteFromSpace;
let server: StaticServer;
let browser: TestBrowser;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Hafen"),
      ...Object.fromEntries(
        Object.entries({
          "de/home": page("Start", LONG),
          "de/a": page("Veranstaltungsankündigungen", LONG),
          "de/impressum": page("Impressum", LONG),
          "he/home": page("בית", "ירושלים שוכנת בהרים"),
          "he/a": page("אירועים", "המים קופאים באפס מעלות"),
        }).map(([slug, story]) => [`stories/${slug}.json`, story]),
      ),
    }),
  );
  await site.build();
  [browser, server] = await Promise.all([launchBrowser(), startStaticServer(site.out)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
});

test("is accessible and as wide as the window, also with large text", async () => {
  expect(await faultsOf(await browser.newPage(), server.origin, ["/", "/a/", "/he/"])).toEqual([]);
});

test("code and phone numbers keep their direction, long words are divided", async () => {
  const view = await browser.newPage();
  await view.goto(`${server.origin}/he/`);
  const directions = view.locator("pre, :not(pre) > code, [href^='tel:']");
  expect(await directions.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))).toEqual([
    "ltr",
    "ltr",
    "ltr",
  ]);
  await view.goto(server.origin);
  const hyphens = view.locator("h1, pre");
  expect(await hyphens.evaluateAll((all) => all.map((one) => getComputedStyle(one).hyphens))).toEqual(["auto", "none"]);
});
