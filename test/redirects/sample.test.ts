/** The sample's rules for the addresses of the site it stands for: literal ones, patterns, and the platform's name. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { matchRoute, parseManifest } from "../../src/client/builds/route-rules.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { Site } from "../../src/content/map/site.ts";
import { gatherRedirects } from "../../src/generate/gather-redirects.ts";
import { buildManifest } from "../../src/render/manifest.ts";
import { definition } from "../helpers/definition.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { sampleSite } from "../helpers/sample-site.ts";

async function manifestFor(platformName: string | undefined) {
  const dir = mkdtempSync(join(tmpdir(), "sitegen-test-"));
  try {
    const redirects = [join(ROOT, "templates/sample-space/redirects/*.csv")];
    writeFileSync(join(dir, "sitegen.config.json"), JSON.stringify({ site: { platformName }, redirects }));
    const config = await loadConfig({ cwd: dir, file: undefined, env: {} });
    const site = { paths: new Set(["/insights/"]) } as unknown as Site; // what is asked of it here
    const { rules } = await gatherRedirects(config, { site, renames: [], definition });
    const { routeRules } = buildManifest({ id: "x", timestamp: 0, prerendered: ["/insights/"], redirects: rules });
    return {
      prerendered: new Set(["/insights/"]),
      rules: Object.entries(routeRules) as [string, { redirect?: { to: string } }][],
    };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test.each([
  ["/blog/page/2/", "/insights/page/2/"],
  ["/blog/page/17/", "/insights/"],
  ["/blog/categories/data-iot/page/4/", "/insights/categories/data-iot/"],
  ["/blog/categories/industrial-artificial-intelligence/page/2/", "/insights/categories/industrial-ai/"],
  ["/blog/categories/never-was/page/2/", "/insights/"],
  ["/blog/categories/team/page/2/", "/insights/categories/team/page/2/"],
  ["/forge/", "/platform/lumen/"],
  ["/de/forge/", "/de/plattform/lumen/"],
  ["/de/forge-vision/", "/de/plattform/lumen-vision/"],
])("%s leads to %s", async (path, to) => {
  expect(matchRoute(path, "", await manifestFor("Forge"))).toMatchObject({ kind: "redirect", to });
});

test("every old address of the blog leads to a page that exists, also beyond the last one", async () => {
  const out = await sampleSite();
  const read = (file: string) => JSON.parse(readFileSync(join(out, "_assets/builds", file), "utf8"));
  const { prerendered, routeRules } = read(`meta/${read("latest.json").id}.json`);
  const rules = parseManifest({ prerendered, routeRules });
  const categories = ["mlops", "team", "data-iot", "industrial-ai", "sustainability", "never-was"];
  const listings = ["/blog/", ...categories.map((category) => `/blog/categories/${category}/`)];
  const numbered = listings.flatMap((listing) => [2, 3, 4, 5, 6, 40].map((page) => `${listing}page/${page}/`));
  const literal = Object.keys(routeRules).filter((key) => key.includes("/blog") && !key.includes(":"));
  const lost = [...numbered, ...literal].filter((path) => {
    const match = matchRoute(path, "", rules);
    return match.kind !== "redirect" || !prerendered.includes(match.to);
  });
  expect(lost).toEqual([]);
  // Specification §9: at most 4 pages in the German listing, and 3 of a category.
  const pages = (listing: string) =>
    prerendered.filter((path: string) => path.startsWith(`${listing}page/`)).length + 1;
  expect(pages("/de/wissen/")).toBe(4);
  expect(pages("/de/wissen/categories/team/")).toBe(3);
});

test("the platform's name is not the sample's", async () => {
  expect(matchRoute("/lumen/", "", await manifestFor("Forge"))).toEqual({ kind: "unknown" });
  expect(matchRoute("/lumen/", "", await manifestFor("Lumen"))).toMatchObject({ kind: "redirect" });
});

test("a rule with the platform's placeholder needs a name for it", async () => {
  await expect(manifestFor(undefined)).rejects.toMatchObject({
    code: "REDIRECTS_INVALID",
    exit: 2,
    message: expect.stringMatching(/uses \{platform(-name)?\}, but the configuration has no "site.platformName"/),
    where: expect.stringMatching(/\.csv:\d+$/),
  });
});

test("about ninety old addresses of posts, each one path", async () => {
  const { rules } = await manifestFor("Lumen");
  const paths = new Set(rules.map(([key]) => key.split("?")[0]).filter((path) => path?.startsWith("/post/")));
  expect(paths.size).toBeGreaterThanOrEqual(88);
});
