/** Rules and renames of any UTF-16 text, lone surrogates too: no rule stops the build, and valid ones are kept. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sitemapPart } from "../../src/outputs/sitemap.ts";
import { buildRedirects } from "../../src/redirects/build.ts";
import { HOSTS } from "../../src/render/hosts/host.ts";
import { filesForHosts } from "../../src/render/hosts/host-files.ts";
import { buildManifest } from "../../src/render/manifest.ts";
import { definition } from "../helpers/definition.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const unit = fc.oneof(
  fc.constantFrom("a", "/", "?", "=", "&", ":s", "*", "%", "%41", "ü"),
  fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
);
const text = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(""));
const rule = fc.record({
  from: text.map((path) => `/${path}`),
  to: text.map((path) => `/${path}`),
  query: fc.oneof(
    fc.constant(""),
    fc.tuple(text, text).map((pair) => pair.join("=")),
  ),
});

test("are written for every host, the manifest and the sitemap without an error", () => {
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), fc.tuple(text, text), (rows, [slug, category]) => {
      const rules = [{ from: "/sound/", to: "/team/", query: "" }, ...rows].map((row, index) => ({
        ...row,
        status: "",
        where: `r.csv:${index}`,
      }));
      const livePaths = new Set(["/", "/team/"]);
      const built = buildRedirects({
        rules,
        renames: [{ from: `/${slug}/`, to: "/team/" }],
        livePaths,
        origin: "https://x.example",
        base: "/",
        definition,
      });
      expect(built.rules.some(({ from, to }) => from === "/sound/" && to === "/team/")).toBe(true);
      const input = { redirects: built.rules, headers: { csp: "", indexed: true }, base: "/", languages: ["de"] };
      for (const host of HOSTS) filesForHosts({ ...input, hosts: [host] });
      buildManifest({ ...input, id: "x", prerendered: [], timestamp: 0 });
      const entries = [{ path: `/${category}/`, lastmod: "", alternates: [] }];
      sitemapPart(entries, null, { origin: "https://x.example", base: "/" });
    }),
    { numRuns: propertyRuns(500) },
  );
});
