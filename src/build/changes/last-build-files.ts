/** The last build's files, from which those of a build with a few changed stories are made. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import { contentHash } from "../../publish/content-hash.ts";
import type { KnownFiles } from "../../publish/publish-record.ts";
import type { RenderContext } from "../render-context.ts";
import type { ChangedAssets } from "./changed-assets.ts";
import type { ChangedRedirects } from "./changed-redirects.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";

export interface LastBuildFiles {
  out: string;
  head: StoredSiteFacts;
  store: Store;
  context: RenderContext;
  changed: ChangedSite;
  assets: Pick<ChangedAssets, "files" | "dropped" | "inLanguage" | "problems" | "rows">;
  files: KnownFiles;
  redirects: ChangedRedirects;
}

/** Text of a file of the last build. Throws FullBuildNeeded unless it is the file that was published. */
export function lastBuildText(path: string, { out, files }: Pick<LastBuildFiles, "out" | "files">): string {
  const hash = files.get(path)?.hash;
  const text = hash === undefined ? null : readOrNull(join(out, path));
  if (text === null || contentHash(text) !== hash) throw new FullBuildNeeded();
  return text;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
