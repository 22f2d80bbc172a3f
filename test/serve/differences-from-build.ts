import { rmSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { expect } from "vitest";
import { command } from "./command.ts";
import { get } from "./helpers.ts";
import type { WatchedSite } from "./watched-site.ts";

/** Everything that a build of its own writes and what the server answers for it; the build's own records apart. */
export async function differencesFromBuild(site: WatchedSite, origin: string): Promise<string[]> {
  const out = join(site.dir, "cold");
  rmSync(out, { recursive: true, force: true });
  const built = command(["generate", "--out", "cold", "--state", "cold-state", "--quiet"], { cwd: site.dir });
  expect([await built.ended, built.stderr()]).toEqual([0, ""]);
  // A build's own account of itself, and the preview's index that only this names, have names of the whole output.
  const files = (await fg("**/*", { cwd: out })).filter((file) => !/^_assets\/(?:builds\/|preview-)/.test(file));
  const wrong: string[] = [];
  for (const file of files) {
    const got = await get(origin, `/${encodeURI(file)}`);
    const text = got.text.replace(/<script src="\/__sitegen\/client\.js"[^>]*><\/script>\n/, "");
    // What was saved while it ran was published then; a build of its own takes the dates from the content.
    const bare = (xml: string) => xml.replace(/<lastmod>[^<]*<\/lastmod>/g, "");
    if (bare(text) !== bare(site.read(join("cold", file)))) wrong.push(`${file} ${got.status}`);
  }
  expect(files.length).toBeGreaterThan(20);
  return wrong;
}
