/** A site's own files where a build is divided: among machines, and by a process that builds again and again. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { build } from "../../src/generate/generate.ts";
import { renderShard } from "../../src/generate/shards/render-shard.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { createResidentBuilder } from "../../src/resident/resident-builder.ts";
import { filesOf } from "../helpers/build-site.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { picture } from "./pictures.ts";

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(
    {
      "site.ts": `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };`,
      "sitegen.config.ts": `import { stamp } from "./stamp.ts";\nexport default { bundler: { plugins: [stamp] } };`,
      "stamp.ts": `export const stamp = { name: "stamp", setup(build) { build.onLoad({ filter: /\\.stamp$/ }, () => ({ contents: 'export default "stamped"', loader: "js" })); } };`,
      "slow.config.ts": `import { slow } from "./slow.ts";\nexport default { bundler: { plugins: [slow] } };`,
      // Each of its files takes longer than the one before, so the bundling of two builds at once ends one after the other.
      "slow.ts": `let files = 0;
const load = async () => {
  files += 1;
  await new Promise((done) => setTimeout(done, files * 400));
  return { contents: 'export default "slow"', loader: "js" };
};
export const slow = { name: "slow", setup(build) { build.onLoad({ filter: /\\.stamp$/ }, load); } };`,
      "blocks/hero/hero.tsx": `import { Image } from "sitegen-storyblok/kit";
import photo from "./photo.png";
import mark from "./x.stamp";
export default function Hero({ headline }) { return <h1>{headline} {mark} {import.meta.env.PUBLIC_MAP} <Image image={photo} /></h1>; }`,
      "blocks/hero/photo.png": await picture(600, 300),
      "blocks/hero/x.stamp": "",
      "public/terms.pdf": "%PDF",
    },
    { home: storyWithHeadline("Home"), about: storyWithHeadline("About") },
  );
});
afterAll(() => site.close());

async function options(stateDir: string, out: string, file = "sitegen.config.ts"): Promise<BuildOptions> {
  const { endpoint, token } = site.service;
  const env = { STORYBLOK_ENDPOINT: endpoint, STORYBLOK_TOKEN: token, PUBLIC_MAP: "tiles" };
  const config = await loadConfig({ cwd: site.dir, file, env });
  const plain = { draft: false, full: false, offline: false, strict: false, keepGoing: false, dryRun: false };
  return { ...plain, config, out: join(site.dir, out), stateDir: join(site.dir, stateDir), jobs: 1, reporter: SILENT };
}

let alone: Record<string, string>;
test("one process builds it", async () => {
  await build(await options("state", "alone"));
  alone = filesOf(join(site.dir, "alone"));
  expect(
    Object.keys(alone).filter((path) => /^_assets\/files\/photo-.*\.(avif|webp|png)$/.test(path)).length,
  ).toBeGreaterThan(2);
  expect(alone["terms.pdf"]).toBeDefined();
});

test("parts of several machines merge to the same files", async () => {
  const parts: string[] = [];
  for (const index of [1, 2]) {
    cpSync(join(site.dir, "state"), join(site.dir, `machine-${index}`), { recursive: true });
    const given = await options(`machine-${index}`, `part-${index}`);
    await renderShard({ ...given, offline: true }, { index, of: 2 });
    parts.push(given.out);
  }
  await build({ ...(await options("state", "merged")), offline: true, parts });
  expect(filesOf(join(site.dir, "merged"))).toEqual(alone);
});

test("a process that was given the configuration as data reads the plugins itself", async () => {
  await runCli(["--version"], { cwd: site.dir }); // bundles the program where a source is newer
  const builder = createResidentBuilder({ script: join(ROOT, "dist/site-process.mjs"), mostMb: 4000 });
  try {
    await builder.build(await options("resident", "resident-out"));
    expect(filesOf(join(site.dir, "resident-out"))).toEqual(alone);
  } finally {
    builder.close();
  }
});

test("a build that fails does not end the bundler under the next one", async () => {
  const builder = createResidentBuilder({ script: join(ROOT, "dist/site-process.mjs") });
  const given = await options("after-failure", "after-failure-out", "slow.config.ts");
  try {
    // It fails at once, while its code is still being bundled.
    await expect(builder.build({ ...given, offline: true })).rejects.toMatchObject({ code: "SNAPSHOT_MISSING" });
    expect((await builder.build(given)).summary.ok).toBe(true);
  } finally {
    builder.close();
  }
});
