/** The files that redirect, after a few redirects have changed. */
import type { Config } from "../../config/config.ts";
import type { StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import { writeHostFiles } from "../host-files.ts";
import { writeStubs } from "../write-site.ts";
import type { ChangedRedirects } from "./changed-redirects.ts";
import type { LastBuildFiles } from "./last-build-files.ts";

/** Stages stubs and host files that change. Returns the problems of all redirects. */
export async function stageRedirects(
  { redirects, stubs }: ChangedRedirects,
  { context, head, config }: Pick<LastBuildFiles, "context" | "head"> & { config: Config },
  output: ChangedOutput,
): Promise<StoredSiteFacts["redirectProblems"]> {
  if (!redirects) return head.redirectProblems;
  const written = new Set(stubs.written);
  await writeStubs({ context, output, redirects }, (file) => written.has(file));
  const ofHosts = await writeHostFiles({ config, context, output, redirects });
  return [...redirects.problems, ...ofHosts];
}
