import { expect, test } from "vitest";
import { buildRedirects } from "../../src/redirects/build.ts";
import { buildManifest, newestTimestamp } from "../../src/render/manifest.ts";
import { definition } from "../helpers/definition.ts";

test("pages are listed in order, redirects by path, condition and pattern", () => {
  const rows = [
    ["/old", "/team/", ""],
    ["/old", "/de/team/", "lang=de"],
    ["/blog/*", "https://other.example/:splat", ""],
    ["/post/:slug", "/insights/:slug/", ""],
  ];
  const rules = rows.map(([from = "", to = "", query = ""]) => ({ from, to, query, status: "302", where: "f:1" }));
  const input = { renames: [], livePaths: new Set(["/team/"]), origin: "", base: "/", definition };
  const manifest = buildManifest({
    id: "b1",
    timestamp: 5,
    prerendered: ["/", "/team/"],
    withoutPayload: ["/flushCache/"],
    redirects: buildRedirects({ ...input, rules }).rules,
  });
  expect(manifest).toEqual({
    id: "b1",
    timestamp: 5,
    prerendered: ["/", "/team/"],
    routeRules: {
      "/old/?lang=de": { redirect: { to: "/de/team/", status: 302 } },
      "/old/": { redirect: { to: "/team/", status: 302 } },
      "/post/:slug/": { redirect: { to: "/insights/:slug/", status: 302 } },
      "/blog/*": { redirect: { to: "https://other.example/:splat", status: 302 } },
      "/flushCache/": { prerender: true },
    },
  });
  expect(Object.keys(manifest.routeRules).slice(0, 2)).toEqual(["/old/?lang=de", "/old/"]);
});

test("the timestamp is the newest date, whatever its form; none is 0", () => {
  expect(newestTimestamp([null, "2025-03-04 09:00", "2025-03-04T08:00:00.000Z", "nonsense"])).toBe(
    Date.UTC(2025, 2, 4, 9),
  );
  expect(newestTimestamp([])).toBe(0);
});
