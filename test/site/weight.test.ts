/** What a visitor loads of a page before anything runs, in bytes after gzip: documented in docs/performance.md. */
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
  ["/", 11_100, 11_100],
  ["/solutions/predictive-maintenance/", 11_200, 12_000],
  ["/industries/machinery/", 8_800, 9_900],
  ["/insights/reading-a-vibration-spectrum/", 10_150, 10_400],
  ["/customers/isarstahl/", 8_750, 10_500],
  ["/insights/", 7_650, 8_300],
  ["/careers/machine-learning-engineer/", 7_600, 8_700],
  ["/legal/privacy/", 9_200, 7_150],
])("%s", (path, html, css) => {
  const pageAt = () => read.pages.find((page) => page.path === path) as SitePage;

  it("keeps to its budgets", () => {
    const { before } = partsOf(pageAt());
    expect(gzip(pageAt().source)).toBeLessThanOrEqual(html);
    expect(weigh(before)).toBeLessThanOrEqual(css);
  });
});

it("a page has at most two stylesheets before its markup, three where it shows what else is opened", () => {
  for (const page of [...read.pages, ...read.errorPages]) {
    const { before, after } = partsOf(page);
    expect(before.length + after.length, page.path).toBeLessThanOrEqual(3);
    expect(weigh(after), page.path).toBeLessThanOrEqual(4450);
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
