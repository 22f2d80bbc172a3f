/** What `init --from-space` writes, as visitors read it: long words, from right to left, by keyboard. */
import sharp from "sharp";
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

const photo = { $asset: "tall.png", alt: "" };
const pictures = {
  name: "Bilder",
  content: {
    component: "page",
    title: "",
    body: [
      { component: "hero", headline: "Ein Turm", photo },
      {
        component: "people",
        headline: "Menschen",
        members: [{ component: "person", name: "Ada", photo, task: "Baut" }],
      },
    ],
  },
};

let site: SiteFromSpace;
let server: StaticServer;
let browser: TestBrowser;
beforeAll(async () => {
  const tall = await sharp({ create: { width: 1200, height: 3600, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Hafen"),
      "assets/tall.png": tall,
      "stories/de/bilder.json": pictures,
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

test("the first headline is a page's largest, a tall picture fits the window, and no text touches one", async () => {
  const view = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const sizeOf = (selector: string) => view.locator(selector).evaluate((one) => getComputedStyle(one).fontSize);
  await view.goto(`${server.origin}/a/`);
  const title = await sizeOf("h1");
  await view.goto(`${server.origin}/bilder/`);
  expect([await sizeOf(".hero h2"), await sizeOf(".people > h2")]).toEqual([title, "34px"]);
  const [tall, small] = await Promise.all(
    [".hero img", ".person img"].map((one) => view.locator(one).evaluate((image) => image.getBoundingClientRect())),
  );
  expect(tall?.height).toBeLessThanOrEqual(900);
  const text = await view.locator(".person p").evaluate((one) => one.getBoundingClientRect());
  expect(text.top - (small?.bottom ?? 0)).toBeGreaterThan(8);
});

test("on paper a long line of code and a wide table are whole", async () => {
  const view = await browser.newPage({ viewport: { width: 643, height: 971 } });
  await view.goto(`${server.origin}/`);
  await view.emulateMedia({ media: "print" });
  const cut = await view.locator("pre, .table").evaluateAll((all) => {
    for (const text of document.querySelectorAll("pre code, td")) text.textContent = "wide".repeat(40);
    return all.filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth).length;
  });
  expect(cut).toBe(0);
});

test("a field is as wide as a phone at most, and has the size of the text", async () => {
  const view = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await view.goto(`${server.origin}/`);
  const field = await view.locator("main").evaluate((main) => {
    document.documentElement.style.fontSize = "200%";
    const area = main.appendChild(document.createElement("textarea"));
    return [area.getBoundingClientRect().right <= innerWidth, getComputedStyle(area).fontSize];
  });
  expect(field).toEqual([true, "34px"]);
});
