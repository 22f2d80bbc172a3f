import { sitegenError } from "../errors.ts";
import { type Changes, compareRecords } from "./changes.ts";
import type { PullResult } from "./pull-types.ts";
import { openSnapshot, type Snapshot } from "./snapshot/open-snapshot.ts";
import { createPackedSpace } from "./snapshot/packed-space.ts";
import { stateProblems } from "./state-problems.ts";

type FromSnapshot = Omit<PullResult, "requests" | "ms">;

/** The space as it was pulled last; nothing has changed since. */
export function spaceOfSnapshot({ manifest, records, packs }: Snapshot): FromSnapshot {
  const { cv, datasources, unresolved } = manifest;
  const space = createPackedSpace({ cv, datasources, records, packs });
  const rejected = {
    en: new Map(manifest.rejected.en.map((one, at) => [one.uuid ?? String(at), one])),
    de: new Map(manifest.rejected.de.map((one, at) => [one.uuid ?? String(at), one])),
  };
  const changed: Changes = { ...compareRecords(records, records), datasources: false };
  const problems = stateProblems({ rejected, unresolved, datasourceProblems: [], space });
  return { space, problems, moved: false, snapshot: manifest.sum, changed, renames: [] };
}

/** `--offline`: the last snapshot without a single request. */
export function openOffline(dir: string): Omit<PullResult, "ms"> {
  const opened = openSnapshot(dir);
  if (opened.kind === "ok") return { ...spaceOfSnapshot(opened.snapshot), requests: { total: 0, retried: 0 } };
  const why = opened.kind === "none" ? "there is none" : `it is damaged (${opened.reason})`;
  throw sitegenError("SNAPSHOT_MISSING", {
    message: `--offline builds from the snapshot of the last pull, but ${why} in ${dir}.`,
    where: dir,
  });
}
