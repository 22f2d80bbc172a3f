import { describe, expect, test } from "vitest";
import { matchRoute, NO_RULES, parseManifest, redirected } from "../../src/client/builds/route-rules.ts";

const rules = parseManifest({
  id: "x",
  timestamp: 0,
  prerendered: ["/", "/team/", "/de/team/", "/blog/kept/"],
  routeRules: {
    "/old/": { redirect: { to: "/team/", status: 301 } },
    "/external": { redirect: { to: "https://elsewhere.example/x", status: 302 } },
    "/terms/?lang=de": { redirect: { to: "/de/agb/", status: 301 } },
    "/terms/": { redirect: { to: "/legal/terms/", status: 301 } },
    "/only/?lang=de": { redirect: { to: "/de/", status: 301 } },
    "/flushCache/": { prerender: true },
    "/post/:slug/": { redirect: { to: "/insights/:slug/", status: 301 } },
    "/blog/*": { redirect: { to: "/insights/:splat", status: 301 } },
    "/docs/**": { redirect: { to: "/team/", status: 301 } },
  },
});

function outcome(path: string, search = "") {
  const found = matchRoute(path, search, rules);
  return found.kind === "redirect" ? `${found.external ? "external " : ""}${found.to}` : found.kind;
}

describe("matchRoute", () => {
  test.each([
    ["/team/", "", "page"],
    ["/old/", "", "/team/"],
    ["/external/", "", "external https://elsewhere.example/x"],
    ["/terms/", "", "/legal/terms/"],
    ["/terms/", "?lang=de", "/de/agb/"],
    ["/terms/", "?a=b&lang=de", "/de/agb/"],
    ["/terms/", "?lang=en", "/legal/terms/"],
    ["/only/", "", "unknown"],
    ["/flushCache/", "", "unknown"],
    ["/nowhere/", "", "unknown"],
    ["/OLD/", "", "unknown"],
    ["/post/a-title/", "", "/insights/a-title/"],
    ["/post/a/b/", "", "unknown"],
    ["/blog/", "", "/insights/"],
    ["/blog/a/b/", "", "/insights/a/b/"],
    ["/blog/kept/", "", "page"],
    ["/docs/", "", "/team/"],
    ["/docs/a/b/c/", "", "/team/"],
  ])("%s%s: %s", (path, search, expected) => expect(outcome(path, search)).toBe(expected));

  test("without a manifest everything may be a page", () => {
    expect(matchRoute("/anything/", "", NO_RULES)).toEqual({ kind: "page" });
  });
});

test.each([
  ["/old/?a=1#b", "/team/", "/team/?a=1#b"],
  ["/old/?a=1", "/team/?c=2", "/team/?c=2&a=1"],
  ["/old/#b", "/team/#c", "/team/#b"],
  ["/old/", "https://elsewhere.example/x", "https://elsewhere.example/x"],
])("a redirect from %s to %s leads to %s", (from, to, expected) => {
  const url = redirected(new URL(from, "https://www.example.org"), to);
  expect(url.href.replace("https://www.example.org", "")).toBe(expected);
});

test.each([null, {}, { prerendered: [] }, { prerendered: "x", routeRules: {} }, []])("%j is no manifest", (value) => {
  expect(() => parseManifest(value)).toThrow("not a build manifest");
});
