import fc from "fast-check";
import { expect, test } from "vitest";
import { comparePatterns, fillTarget, matchPattern, namesOf, placeholdersOf } from "../../src/redirects/pattern.ts";
import { indexPatterns } from "../../src/redirects/pattern-index.ts";
import { anyText } from "../helpers/any-text.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

test.each([
  ["/blog/*", "/blog/a/b/", { splat: "a/b/" }],
  ["/blog/*", "/blog/a", { splat: "a" }],
  ["/blog/*", "/blog/", { splat: "" }],
  ["/blog/*", "/blogs/a/", null],
  ["/*", "/", { splat: "" }],
  ["/post/:slug/", "/post/x/", { slug: "x" }],
  ["/post/:slug/", "/post/", null],
  ["/post/:slug/", "/post/x/y/", null],
  ["/:year/:slug/*", "/2020/x/y/", { year: "2020", slug: "x", splat: "y/" }],
  ["/root/*", "/root//evil.example/", null],
  ["/root/*", "/root/\\evil.example/", null],
  ["/root/*", "//root/x", null],
  ["/x:slug/", "/xy/", null],
  ["/root/*", "/root/a\nb", null],
])("%s on %s", (from, path, expected) => {
  expect(matchPattern(from, path)).toEqual(expected);
});

test("names and placeholders; a port is none", () => {
  expect(namesOf("/:a/x/:b2/*")).toEqual(["a", "b2", "splat"]);
  expect(namesOf("/x:a/:b/")).toEqual(["b"]);
  expect(placeholdersOf("https://x.example:8080/:a/?q=:b2&r=x-:splat#:a")).toEqual(["a", "b2", "splat", "a"]);
  expect(fillTarget("https://x.example:80/:a/:c", { a: "$&1" })).toBe("https://x.example:80/$&1/:c");
});

test("specific patterns come first, and the order is one", () => {
  const segment = fc.constantFrom("a", "b", ":x", ":y");
  const pattern = fc
    .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([segments, star]) => `/${segments.join("/")}/${star ? "*" : ""}`);
  fc.assert(
    fc.property(pattern, pattern, pattern, (a, b, c) => {
      expect(Math.sign(comparePatterns(a, b))).toBe(-Math.sign(comparePatterns(b, a)) || 0);
      if (comparePatterns(a, b) <= 0 && comparePatterns(b, c) <= 0)
        expect(comparePatterns(a, c)).toBeLessThanOrEqual(0);
    }),
    { seed: 1 },
  );
  expect(["/*", "/a/*", "/a/:x/", "/a/:x/*", "/a/b/"].sort(comparePatterns)).toEqual([
    "/a/b/",
    "/a/:x/",
    "/a/:x/*",
    "/a/*",
    "/*",
  ]);
});

test("whatever the request, a filled site path stays on the site", () => {
  const path = fc
    .array(fc.oneof(anyText, fc.constantFrom("", "\\", "..", "evil.example", "javascript:")))
    .map((segments) => `/root/${segments.join("/")}`);
  fc.assert(
    fc.property(path, (request) => {
      const values = matchPattern("/root/*", request);
      if (values) expect(new URL(fillTarget("/:splat", values), "https://here.example/").host).toBe("here.example");
    }),
    { seed: 2, numRuns: propertyRuns(500) },
  );
});

test("an index finds what comparing each pattern finds, in the same order", () => {
  const segment = fc.constantFrom("a", "b", ":x", ":y", "x:y", "*", "");
  const pattern = fc
    .tuple(fc.array(segment, { maxLength: 4 }), fc.boolean())
    .map(([segments, star]) => ({ from: `/${segments.join("/")}/${star ? "*" : ""}` }));
  const path = fc.oneof(
    fc.array(fc.constantFrom("a", "b", "c", ":x", "*"), { maxLength: 5 }).map((segments) => `/${segments.join("/")}`),
    anyText.map((text) => `/${text}`),
  );
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 12 }), path, fc.boolean(), (rules, start, slash) => {
      const asked = slash ? `${start}/` : start;
      const expected = rules.flatMap((rule) => {
        const values = matchPattern(rule.from, asked);
        return values ? [{ rule, values }] : [];
      });
      expect(indexPatterns(rules)(asked)).toEqual(expected);
    }),
    { numRuns: propertyRuns(500) },
  );
});

test("a lookup looks at no pattern that cannot match, however many there are", () => {
  let looked = 0;
  const rules = Array.from({ length: 5000 }, (_, at) => ({
    get from() {
      looked += 1;
      return at % 2 > 0 ? `/section-${at}/*` : `/tag-${at}/:slug/`;
    },
  }));
  const find = indexPatterns(rules);
  looked = 0;
  for (let at = 0; at < 5000; at += 1) expect(find(`/page-${at}/`)).toEqual([]);
  expect([find("/section-7/a/b/").length, find("/tag-8/a/").length, find("/tag-8/a/b/").length]).toEqual([1, 1, 0]);
  expect(looked).toBe(2);
});
