/** What a page loads before any script runs, in bytes after gzip; docs/performance.md has the figures. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { ruleClasses } from "../../src/bundle/style-classes.ts";
import { type ReadSite, readSite, type SitePage } from "./read-site.ts";

let read: ReadSite;
beforeAll(async () => {
  read = await readSite();
});

const gzip = (bytes: Uint8Array | string) => gzipSync(bytes, { level: 9 }).length;
const sheetsIn = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(([, file = ""]) => file);
const partsOf = ({ source }: SitePage) => {
  const [head = "", body = ""] = source.split("</head>");
  return { before: sheetsIn(head), after: sheetsIn(body) };
};
const weigh = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzip(readFileSync(join(read.out, file))), 0);

describe.each([
  ["/", 9_950, 7_880],
  ["/solutions/predictive-maintenance/", 10_450, 7_810],
  ["/industries/machinery/", 7_800, 6_900],
  ["/insights/reading-a-vibration-spectrum/", 9_350, 6_700],
  ["/customers/isarstahl/", 8_050, 7_500],
  ["/insights/", 6_800, 5_900],
  ["/careers/machine-learning-engineer/", 6_450, 5_800],
  ["/platform/lumen/", 12_110, 8_190],
  ["/legal/privacy/", 8_100, 4_750],
])("%s", (path, html, css) => {
  const pageAt = () => read.pages.find((page) => page.path === path) as SitePage;

  it("keeps to its budgets", () => {
    const { before } = partsOf(pageAt());
    expect(gzip(pageAt().source)).toBeLessThanOrEqual(html);
    expect(weigh(before)).toBeLessThanOrEqual(css);
  });
});

it("a page has the common stylesheet, at most one for its blocks and the late one, each once; the first two have 8 KB", () => {
  for (const page of [...read.pages, ...read.errorPages]) {
    const { before, after } = partsOf(page);
    const all = [...before, ...after];
    expect(new Set(all).size, page.path).toBe(all.length);
    const blocks = before.filter((file) => /\/page-0-\w+\.css$/.test(file));
    expect(blocks.length, page.path).toBeLessThanOrEqual(1);
    expect(all.length - blocks.length, page.path).toBe(2);
    expect(weigh(before), page.path).toBeLessThanOrEqual(8 * 1024);
    expect(after, page.path).toEqual([expect.stringContaining("/late-")]);
    expect(weigh(after), page.path).toBeLessThanOrEqual(4500);
  }
});

it("an icon is drawn once a page, and no comment parts two texts", () => {
  for (const { path, source } of [...read.pages, ...read.errorPages]) {
    const drawn = [...source.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
    const referred = [...source.matchAll(/<use href="#([^"]+)"/g)].map(([, id]) => id);
    expect([...new Set(referred)].sort(), path).toEqual(drawn);
    expect(drawn.length, path).toBeGreaterThan(2);
    expect(source, path).not.toContain("<!-- -->");
  }
});

it("a block carries a mark only where the document names it by that", () => {
  for (const { path, source } of read.pages) {
    const [, carried = ""] = /id="payload">(.*?)<\/script>/s.exec(source) ?? [];
    const named = new Set([...carried.matchAll(/"(?:_uid|_mark)":"([^"]*)"/g)].map(([, name]) => name));
    const marks = [...source.matchAll(/ data-block="([^"]*)"/g)].map(([, mark = ""]) => mark);
    // Those of header and footer are in the shared state.
    const own = marks.filter((mark) => !mark.startsWith("g"));
    expect(new Set(marks).size, path).toBe(marks.length);
    expect(
      own.filter((mark) => !named.has(mark)),
      path,
    ).toEqual([]);
    expect(source, path).not.toContain("data-blok");
    expect(carried, path).not.toMatch(/"component":"","_uid":"[^"]{5,}"/);
  }
});

it("no page lacks a rule for the classes that its markup has", () => {
  const known = new Map<string, string[]>();
  const rulesOf = (file: string) => {
    const rules = known.get(file) ?? ruleClasses(read.text(file)).map((classes) => classes.join(" "));
    known.set(file, rules);
    return rules;
  };
  const whole = rulesOf([...read.files].find((file) => /\/blocks-\w+\.css$/.test(file)) ?? "");
  expect(whole.length).toBeGreaterThan(400);
  const lacking = read.pages.flatMap((page) => {
    const { before, after } = partsOf(page);
    const own = new Set([...before, ...after].flatMap(rulesOf));
    const shown = new Set([...page.source.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")));
    const isShown = (rule: string) => rule.split(" ").every((name) => shown.has(name));
    return whole.filter((rule) => !own.has(rule) && isShown(rule)).map((rule) => `${page.path} ${rule}`);
  });
  expect(lacking).toEqual([]);
});
