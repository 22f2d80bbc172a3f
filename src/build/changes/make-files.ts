/** The files of a build with a few changed stories, but for those with the build's id. */
import type { StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import type { BuildOptions } from "../build-options.ts";
import { type PayloadThreads, startPayloadThreads } from "../payload-threads.ts";
import type { PreparedClient } from "../prepare-client.ts";
import { stageAssets } from "./changed-assets.ts";
import { type ChangedPage, pagesToRender, renderChangedPages } from "./changed-pages.ts";
import { referringPages } from "./changed-problems.ts";
import { type ChangedSheets, changedSheets } from "./changed-sheets.ts";
import { stagePreview, stageSiteFiles } from "./changed-site-files.ts";
import type { LastBuildFiles } from "./last-build-files.ts";
import { stageRedirects } from "./stage-redirects.ts";

export interface MadeFiles {
  pages: ChangedPage[];
  /** Paths of the pages that refer to one that comes or goes. */
  referring: string[];
  sheets: ChangedSheets;
  /** Number of pages in each sitemap. */
  sitemap: StoredSiteFacts["sitemap"];
  /** URLs of the preview's indexes. */
  preview: StoredSiteFacts["preview"];
  ofSite: Pick<StoredSiteFacts, "problems" | "redirectProblems">;
}

interface MakeFilesInput extends LastBuildFiles {
  output: ChangedOutput;
  dropped: string[];
  options: BuildOptions;
  client: PreparedClient;
}

/** Stages all files but those with the build's id, and adds those that the site no longer has to `dropped`. */
export async function makeFiles(input: MakeFilesInput): Promise<MadeFiles> {
  const { options, client, context } = input;
  const paths = pagesToRender(input);
  const threads = startPayloadThreads(paths.length, { ...options, ...client, ...context });
  try {
    return await stageFiles(paths, { ...input, threads });
  } finally {
    await threads.close();
  }
}

async function stageFiles(
  paths: readonly string[],
  input: MakeFilesInput & { threads: PayloadThreads },
): Promise<MadeFiles> {
  const { store, context, changed, assets, output, dropped, redirects, options } = input;
  const referring = referringPages(changed.changedRoutes, redirects.stubs, store);
  dropped.push(...(await stageAssets(assets, context.domains, output)));
  const sheets = changedSheets(store, context);
  // Before the pages, since with another number of parts a full build is needed.
  const sitemap = await stageSiteFiles(input, output);
  const { preview, dropped: replaced } = await stagePreview(input, output);
  const redirectProblems = await stageRedirects(redirects, { ...input, config: options.config }, output);
  const pages = await renderChangedPages(paths, { ...input, sheets });
  dropped.push(...replaced, ...sheets.unused());
  const ofSite = { problems: changed.strangers.problems, redirectProblems };
  return { pages, referring, sheets, sitemap, preview, ofSite };
}
