/** `generate --release ID --diff`: the pages that differ once a release is merged. Writes nothing that stays. */
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Route } from "../content/map/site.ts";
import { snapshotsIn } from "../fetch/pull-space.ts";
import { shortHash } from "../files/hash.ts";
import type { BuildOptions } from "./build-options.ts";
import { check } from "./check.ts";

export type ReleaseDiff = Awaited<ReturnType<typeof diffRelease>>;

/** What of the state spares downloads; the rest belongs to the site's own builds. */
const USEFUL_STATE = ["assets", "cache", "renames.json"];

/** The pages that come, go and change, and what `check` finds in the site as it will be. */
export async function diffRelease(options: BuildOptions & { release: string }) {
  const stateDir = await mkdtemp(join(tmpdir(), "sitegen-release-"));
  try {
    for (const name of [...USEFUL_STATE, ...snapshotsIn(options.stateDir)]) {
      const from = join(options.stateDir, name);
      if (existsSync(from)) await cp(from, join(stateDir, name), { recursive: true });
    }
    const [now, then] = [new Map<string, Page>(), new Map<string, Page>()];
    await check({ ...options, stateDir, release: undefined }, notePages(now));
    const checked = await check({ ...options, stateDir }, notePages(then));
    return { ...comparePages(now, then), checked };
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
}

interface Page {
  path: string;
  hash: string;
}

function notePages(pages: Map<string, Page>) {
  return ({ own, lang, uuid, path, listing }: Route, { html, json }: { html: string; json: string }): void => {
    // What a page shows, wherever it is.
    const key = own ? path : JSON.stringify([lang, uuid, listing?.page, listing?.category]);
    pages.set(key, { path, hash: shortHash(html + json) });
  };
}

/** Of changed pages the addresses before and after; `path` is as it will be. */
function comparePages(now: ReadonlyMap<string, Page>, then: ReadonlyMap<string, Page>) {
  const kept = new Set([...then.keys()].filter((key) => now.has(key)));
  const others = (pages: ReadonlyMap<string, Page>) =>
    [...pages].flatMap(([key, { path }]) => (kept.has(key) ? [] : [path])).sort();
  const [gone, come] = [others(now), others(then)];
  const changed = [...kept].flatMap((key) => {
    const [before, after] = [now.get(key), then.get(key)];
    if (!before || !after || (before.hash === after.hash && before.path === after.path)) return [];
    return [{ path: after.path, before: before.path, after: after.path }];
  });
  // Another story's page at the same address.
  const replaced = come.filter((path) => gone.includes(path)).map((path) => ({ path, before: path, after: path }));
  return {
    added: come.filter((path) => !gone.includes(path)),
    removed: gone.filter((path) => !come.includes(path)),
    changed: [...changed, ...replaced].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}
