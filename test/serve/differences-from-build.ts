import { rmSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { expect } from "vitest";
import { command } from "./command.ts";
import { get } from "./helpers.ts";
import type { WatchedSite } from "./watched-site.ts";

/** Compares everything a clean build writes with the server's responses, without the build's own records. */
export async function differencesFromBuild(site: WatchedSite, origin: string): Promise<string[]> {
  const out = join(site.dir, "cold");
  rmSync(out, { recursive: true, force: true });
  const built = command(["generate", "--out", "cold", "--state", "cold-state", "--quiet"], { cwd: site.dir });
  expect([await built.ended, built.stderr()]).toEqual([0, ""]);
  // The build's lists, and the preview's index that only they name, depend on the whole output.
  const files = (await fg("**/*", { cwd: out })).filter((file) => !/^_assets\/(?:builds\/|preview-)/.test(file));
  const wrong: string[] = [];
  for (const file of files) {
    const got = await get(origin, `/${encodeURI(file)}`);
    const text = got.text.replace(/<script src="\/__sitegen\/client\.js"[^>]*><\/script>\n/, "");
    // While it runs, saves have publish dates; a clean build derives the dates from the content.
    const bare = (xml: string) => xml.replace(/<lastmod>[^<]*<\/lastmod>/g, "");
    if (bare(text) !== bare(site.read(join("cold", file)))) wrong.push(`${file} ${got.status}`);
  }
  expect(files.length).toBeGreaterThan(20);
  return wrong;
}
