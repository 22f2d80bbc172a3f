import { sitegenError } from "../problems/errors.ts";
import { byLanguage } from "../site/by-language.ts";
import type { PullPlan } from "./pull-plan.ts";
import { pullProblems } from "./pull-problems.ts";
import type { Pulled, PullResult } from "./pull-types.ts";
import { compareRecords } from "./snapshot/compare-records.ts";
import { rejectionsOf } from "./snapshot/ingest-story.ts";
import type { PartialPacks } from "./snapshot/pack.ts";
import { createPackedSpace } from "./snapshot/packed-space.ts";
import { openSnapshot, type Snapshot } from "./snapshot/snapshot-table.ts";

/** The space as of the last pull, when nothing has changed since. */
export function spaceOfSnapshot({ manifest, records, packs }: Snapshot, plan: PullPlan): Pulled {
  const { cv, datasources, undated } = manifest;
  const space = createPackedSpace({ plan, cv, datasources, records, packs });
  const rejected = byLanguage(Object.keys(manifest.rejected), (lang) => rejectionsOf(manifest.rejected[lang]));
  const changed = compareRecords(plan, records, records);
  const problems = pullProblems({ plan, rejected, undated, datasourceProblems: [], space });
  const same = { moved: false, snapshot: manifest.sum, since: manifest.sum, renames: [] };
  return { space, problems, changed, ...same, restUnchanged: null, staleForMs: null };
}

/** `--offline`: the last snapshot, without any request. */
export function openOffline(
  dir: string,
  plan: PullPlan,
  partial?: PartialPacks,
): Omit<PullResult, "ms" | "spaceLanguages"> {
  const opened = openSnapshot(dir, partial);
  const isOfPlan = opened.kind === "ok" && opened.snapshot.manifest.plan === JSON.stringify(plan);
  if (isOfPlan) return { ...spaceOfSnapshot(opened.snapshot, plan), requests: { total: 0, retried: 0 } };
  const why = {
    none: "there is none",
    partial: "parts of it are only at the target that --from names",
    ok: "it was made for other languages or datasources than the site definition's",
    damaged: `it is damaged (${opened.kind === "damaged" ? opened.reason : ""})`,
  }[opened.kind];
  throw sitegenError("SNAPSHOT_MISSING", {
    message: `--offline builds from the snapshot of the last pull, but ${why} in ${dir}.`,
    where: dir,
  });
}
