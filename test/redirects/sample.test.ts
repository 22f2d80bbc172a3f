/** The sample's rules for the addresses of the site it stands for: literal ones, patterns, and the platform's name. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gatherRedirects } from "../../src/build/gather-redirects.ts";
import { matchRoute } from "../../src/client/router/route-rules.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { Site } from "../../src/content/site.ts";
import { buildManifest } from "../../src/render/manifest.ts";
import { definition } from "../helpers/definition.ts";
import { ROOT } from "../helpers/run-cli.ts";

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
  ["/blog/page/17/", "/insights/page/17/"],
  ["/blog/categories/data-iot/page/4/", "/insights/categories/data-iot/page/4/"],
  ["/blog/categories/team/page/2/", "/insights/categories/team/page/2/"],
  ["/forge/", "/platform/lumen/"],
  ["/de/forge/", "/de/plattform/lumen/"],
  ["/de/forge-vision/", "/de/plattform/lumen-vision/"],
])("%s leads to %s", async (path, to) => {
  expect(matchRoute(path, "", await manifestFor("Forge"))).toMatchObject({ kind: "redirect", to });
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
