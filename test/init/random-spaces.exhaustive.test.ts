/**
 * Any space: `init --from-space` makes a site of it that builds, no text of an editor becomes code, and builds after edits give
 * what a build from nothing gives. `npm test` has test/init/odd-spaces.test.ts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc, { type GeneratorValue } from "fast-check";
import { expect, test } from "vitest";
import { build } from "../../src/generate/generate.ts";
import { anyText, anyUrl } from "../helpers/any-text.ts";
import { filesOf } from "../helpers/build-site.ts";
import { propertyRuns, propertyTimeout } from "../helpers/property-runs.ts";
import { siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";
import { firstDifference } from "../incremental/oracle/difference.ts";

const COMPONENTS = ["page", "article", "Card", "faq-item", "cta_banner", "Section 2", "Nav Item", "table"];
const FIELDS = "title text body image link items date seo data key children style a-b größe 2col".split(" ");
const SLUGS = ["home", "about", "news/über-uns", "news/a+b", "shop/item/50%", "en/contact", "search", "日本/index"];
const LANGUAGES = [[], ["de"], ["de", "fr"], ["pt-br", "zh-Hans"]];
const KINDS = ["text", "asset", "assets", "link", "rich", "blocks", "plugin", "datum", "story"] as const;
const DATA = [0, -3.5, 1e21, true, "12.50", "2024-02-29 10:00", "2024-13-01", "#f00", { a: [1] }, ["a", "b"]];
/** What any field may have held before it was of its kind. */
const LEFT_OVER = [null, "", "x", 0, false, {}, [], [null]];
const ASSETS = [null, "", {}, { filename: null }, { filename: "https://img.example/x y.jpg", fieldtype: "asset" }];
const LINKS = [null, "", {}, { linktype: "email", email: "a@b.example" }, { linktype: "story", cached_url: "gone" }];
const MARKS = [
  { type: "bold" },
  { type: "textStyle", attrs: { color: "red;}" } },
  { type: "unknown" },
  { type: "link" },
];

const text = fc.oneof(
  anyText,
  fc.constantFrom(
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[a](javascript:alert(1))",
    "# A\n\n- b",
  ),
);
const address = fc.oneof(
  anyUrl,
  fc.constantFrom("javascript:alert(1)", "//host/x", "#top", " ", "data:text/html,x", "www.a.example", "/about", "?q"),
);
const SQUARE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Draws stories whose components have the same fields everywhere. */
function drawing(g: GeneratorValue) {
  const one = <T>(of: readonly T[]): T => of[g(fc.nat, { max: of.length - 1 })] as T; // in range
  const upTo = (most: number) => g(fc.nat, { max: most });
  const some = <T>(most: number, draw: () => T): T[] => Array.from({ length: upTo(most) }, draw);
  const components = Object.fromEntries(
    COMPONENTS.map((name) => [name, Object.fromEntries(some(6, () => [one(FIELDS), one(KINDS)]))]),
  );
  const words = () => ({ type: "text", text: g(() => text), marks: some(2, mark) });
  const mark = () => (upTo(2) === 0 ? { type: "link", attrs: { href: g(() => address) } } : one(MARKS));
  const nodes = (depth: number): object[] => some(depth > 2 ? 0 : 3, () => node(depth));
  const node = (depth: number) => {
    const type = one(["paragraph", "heading", "code_block", "blockquote", "bullet_list", "blok", "unknown"]);
    if (type === "blok") return { type, attrs: { body: depth > 1 ? [] : [block(depth + 2)] } };
    if (type === "blockquote" || type === "unknown") return { type, content: nodes(depth + 1) };
    if (type === "bullet_list") return { type, content: [{ type: "list_item", content: nodes(depth + 1) }] };
    return { type, attrs: { level: upTo(8) }, content: some(3, words) };
  };
  const DRAW: Record<(typeof KINDS)[number], (depth: number) => unknown> = {
    text: () => g(() => text),
    asset: () => (upTo(1) === 0 ? { $asset: "square.png", alt: g(() => text) } : one(ASSETS)),
    assets: (depth) => some(3, () => DRAW.asset(depth)),
    link: () =>
      upTo(1) === 0
        ? { fieldtype: "multilink", linktype: "url", url: g(() => address) }
        : one([...LINKS, { $link: one(SLUGS) }]),
    rich: (depth) => ({ type: "doc", content: nodes(depth) }),
    blocks: (depth) => some(depth > 3 ? 0 : 4, () => block(depth + 1)),
    plugin: () => ({ plugin: "seo_metatags", title: g(() => text), description: g(() => text) }),
    datum: () => one(DATA),
    story: () => one([{ $story: one(SLUGS) }, ""]),
  };
  const block = (depth: number): Record<string, unknown> => {
    const component = one(COMPONENTS);
    const fields = Object.entries(components[component] ?? {});
    const value = (kind: (typeof KINDS)[number]) => (upTo(15) === 0 ? one(LEFT_OVER) : DRAW[kind](depth));
    return { component, ...Object.fromEntries(fields.map(([name, kind]) => [name, value(kind)])) };
  };
  return { one, some, content: () => block(0) };
}

test(
  "any space is a site, and follows its edits",
  async () => {
    const property = fc.asyncProperty(fc.gen(), async (g) => {
      const { one, some, content } = drawing(g);
      const site = await siteFromSpace((dir) =>
        writeFiles(dir, {
          "space.json": spaceInfo("Any", one(LANGUAGES)),
          ...Object.fromEntries(SLUGS.map((slug) => [`stories/${slug}.json`, { content: content() }])),
          "assets/square.png": SQUARE,
        }),
      );
      try {
        await site.build();
        for (const slug of [one(SLUGS), ...some(2, () => one(SLUGS))]) {
          site.service.publish(slug, (story) => {
            story.content = content();
          });
          await site.build();
        }
        const options = await site.options();
        const [out, stateDir] = ["clean", "clean-state"].map((name) => join(site.out, "..", name)) as [string, string];
        const { report } = await site.build();
        const clean = await build({ ...options, out, stateDir });
        expect(report.pages.total).toBeGreaterThan(0);
        expect(firstDifference(site.out, out, { hasKept: false })).toBe("");
        expect(report.problems).toEqual(clean.report.problems);
        for (const path of Object.keys(filesOf(out)).filter((one) => one.endsWith(".html")))
          expect(readFileSync(join(out, path), "utf8")).not.toMatch(
            /(?:href|src)="javascript:|<script>alert|<img src=x/i,
          );
      } finally {
        await site.close();
      }
    });
    await fc.assert(property, { numRuns: propertyRuns(40), endOnFailure: true });
  },
  propertyTimeout(1_200_000),
);
