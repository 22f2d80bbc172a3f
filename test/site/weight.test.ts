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
  ["/", 13_700, 11_500],
  ["/solutions/predictive-maintenance/", 12_200, 12_400],
  ["/industries/machinery/", 9_400, 10_400],
  ["/insights/reading-a-vibration-spectrum/", 11_500, 11_050],
  ["/customers/isarstahl/", 9_200, 10_950],
  ["/insights/", 8_100, 9_100],
  ["/careers/machine-learning-engineer/", 8_100, 9_500],
  ["/legal/privacy/", 9_700, 8_000],
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
    expect(weigh(after), page.path).toBeLessThanOrEqual(3500);
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
