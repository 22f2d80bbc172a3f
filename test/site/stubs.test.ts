/** The redirect stubs of the generated site, on a host that only serves files. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { shareOf } from "../helpers/exhaustive.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { all, attribute, first, type HtmlElement, readHtml } from "./html.ts";
import { grouped, ORIGIN, type ReadSite, readSite } from "./read-site.ts";

let site: ReadSite;
let server: StaticServer;
let browser: TestBrowser;
beforeAll(async () => {
  site = await readSite();
  server = await startStaticServer(site.out);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it("each has its canonical, its refresh at once, its data and a readable link, all for one live page", () => {
  const pages = new Map(site.pages.map(({ path, lang }) => [path, lang]));
  const faults = site.stubs.flatMap((file) =>
    [...stubFaults(readHtml(site.text(file)), pages)].map((fault) => ({ at: file, fault })),
  );
  expect(grouped(faults)).toEqual([]);
  expect(site.stubs.length).toBeGreaterThan(150);
});

function* stubFaults(root: HtmlElement, pages: ReadonlyMap<string, string>): Generator<string> {
  const [data] = all(root, "script").filter((one) => attribute(one, "id") === "redirect");
  const { to, rules } = JSON.parse(String(data?.children[0])) as { to: string; rules: { to: string }[] };
  const named = (tag: string, name: string, value: string) =>
    all(root, tag).find((one) => attribute(one, name) === value);
  const canonical = named("link", "rel", "canonical");
  const refresh = named("meta", "http-equiv", "refresh");
  if (!pages.has(to)) yield `${to} is no page`;
  if (attribute(first(root, "html"), "lang") !== pages.get(to)) yield "speaks another language than its target";
  if (!canonical || attribute(canonical, "href") !== ORIGIN + to) yield "canonical is another address";
  if (!refresh || attribute(refresh, "content") !== `0; url=${to}`) yield "refresh leads elsewhere";
  const links = all(root, "a").map((link) => attribute(link, "href"));
  if (links.join() !== [...new Set([to, ...rules.map((rule) => rule.to)])].join()) yield `links ${links.join()}`;
}

const LEADING = [
  ["/team/", "/company/team/"],
  ["/team?utm=1", "/company/team/?utm=1"],
  ["/terms-and-condition/", "/legal/terms/"],
  ["/terms-and-condition/?lang=de", "/de/rechtliches/agb/?lang=de"],
  ["/terms-and-condition/?utm=a%20b&lang=de#main", "/de/rechtliches/agb/?utm=a%20b&lang=de#main"],
  ["/terms-and-condition/?lang=en#main", "/legal/terms/?lang=en#main"],
  ["/blog/#main", "/insights/#main"],
] as const;
it.each(shareOf(LEADING, 1, 3))("in a browser %s leads to %s", async (from, to) => {
  const page = await browser.newPage();
  await page.goto(server.origin + from, { waitUntil: "commit" });
  await page.waitForURL(server.origin + to);
  expect(await page.locator("main").count()).toBe(1);
  await page.close();
});

it("without script the link and the refresh lead on", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}/terms-and-condition/?lang=de`, { waitUntil: "commit" });
  await page.waitForURL(`${server.origin}/legal/terms/`);
  await context.close();
});
