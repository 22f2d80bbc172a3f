/** A folder without a configuration, and a space on loopback: nothing that names the sample reaches the pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, expect, test } from "vitest";
import { SILENT } from "../../src/reporter.ts";
import { startSpaceService } from "../../src/space/start-space-service.ts";
import { buildSite, temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";

const folder = temporaryFolder();
afterAll(folder.remove);

async function built(space: string, name: string) {
  const service = await startSpaceService({ dir: space, watch: false, journal: false, quiet: true });
  const notes: string[] = [];
  const out = join(folder.dir, name);
  const reporter = { ...SILENT, info: (line: string) => void notes.push(line) };
  try {
    const stateDir = join(folder.dir, `${name}.state`);
    const { report } = await buildSite({ service, out, stateDir, overrides: { reporter } });
    return { report, notes, out };
  } finally {
    await service.close();
  }
}

test("another space has the sample's blocks, and none of its names, addresses, redirects and icons", async () => {
  const { report, notes, out } = await built(join(ROOT, "test/fixtures/spaces/minimal"), "minimal");
  expect(report).toMatchObject({ ok: true, redirects: 0 });
  expect(notes).toEqual([expect.stringContaining("This folder has no sitegen.config.ts")]);
  expect(notes[0]).toContain("`sitegen init --from-space`");
  const files = fg.sync("**/*.{html,json,xml,txt}", { cwd: out });
  expect(files.length).toBeGreaterThan(5);
  const naming = files.filter((file) => /werklicht|lumen|iso27001/i.test(readFileSync(join(out, file), "utf8")));
  expect(naming).toEqual([]);
  expect(readFileSync(join(out, "index.html"), "utf8")).not.toMatch(/rel="(?:icon|apple-touch-icon)"/);
  expect(readFileSync(join(out, "sitemap.xml"), "utf8")).toContain("<loc>http://127.0.0.1:3000/</loc>");
  expect(fg.sync("_assets/*{favicon,touch}*", { cwd: out })).toEqual([]);
});
