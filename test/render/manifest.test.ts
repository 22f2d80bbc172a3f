import fc from "fast-check";
import { expect, test } from "vitest";
import { buildRedirects } from "../../src/redirects/build.ts";
import { buildId, buildManifest, newestTimestamp } from "../../src/render/manifest.ts";
import { definition } from "../helpers/definition.ts";

test("the build id depends on paths and contents, not on the order or the files that carry it", () => {
  const files: [string, string][] = [
    ["index.html", "1"],
    ["team/index.html", "2"],
  ];
  const id = buildId(files);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(buildId([...files].reverse())).toBe(id);
  expect(buildId([...files, ["_assets/builds/latest.json", "3"]])).toBe(id);
  expect(buildId([...files, ["x", "3"]])).not.toBe(id);
  expect(buildId([files[0] ?? ["", ""], ["team/index.html", "3"]])).not.toBe(id);
});

test("no two file lists share an id by running into each other", () => {
  const list = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z/]{1,4}$/), fc.stringMatching(/^[a-f0-9]{1,2}$/)), {
    selector: ([path]) => path,
    maxLength: 4,
  });
  fc.assert(
    fc.property(list, list, (a, b) => {
      const same = JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
      expect(buildId(a) === buildId(b)).toBe(same);
    }),
    { seed: 6 },
  );
});

test("pages are listed in order, redirects by path, condition and pattern", () => {
  const rows = [
    ["/old", "/team/", ""],
    ["/old", "/de/team/", "lang=de"],
    ["/blog/*", "https://other.example/:splat", ""],
    ["/post/:slug", "/insights/:slug/", ""],
  ];
  const rules = rows.map(([from = "", to = "", query = ""]) => ({ from, to, query, status: "302", where: "f:1" }));
  const input = { renames: [], livePaths: new Set(["/team/"]), origin: "", base: "/", places: definition };
  const manifest = buildManifest({
    id: "b1",
    timestamp: 5,
    prerendered: ["/team/", "/"],
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
