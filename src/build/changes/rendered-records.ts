/** What `sitegen why` and the next full build need to know of a publish of a few stories. */
import { type PartialBuildRender, recordPartialBuild } from "../../incremental/later-publishes.ts";
import { NO_FILE } from "../../incremental/store/rows.ts";
import type { ChangedResult } from "../../publish/changed-output.ts";
import { payloadFile } from "../page-files.ts";
import type { RenderContext } from "../render-context.ts";
import { pageSheets } from "../style-files.ts";
import type { ChangedPage } from "./changed-pages.ts";
import type { ChangedSite } from "./changed-stories.ts";

export interface RenderedInput {
  pages: readonly ChangedPage[];
  changed: ChangedSite;
  context: RenderContext;
  result: ChangedResult;
}

/** Records the rendered and the removed pages. */
export function recordRendered(stateDir: string, input: RenderedInput): void {
  // A page that was only looked at may refer to files for other reasons than before.
  const isOther = ({ html, loose, before }: ChangedPage) => html || loose.join("\n") !== before.loose.join("\n");
  const rendered = input.pages.filter(isOther).map((page) => [page.path, recordOf(page, input)] as const);
  const removed = input.changed.changedRoutes.removed.map(({ path }) => path);
  try {
    recordPartialBuild(stateDir, Object.fromEntries(rendered), removed);
  } catch {
    // The site is published: on a full disk `sitegen why` tells what the build before did, and the next build of the
    // whole site renders these pages once more.
  }
}

function recordOf(page: ChangedPage, { changed, context, result }: RenderedInput): PartialBuildRender {
  const { path, before, html, blocks, loose } = page;
  const isNew = before.payload === NO_FILE;
  const isOwn = changed.stories.some(({ uuid }) => uuid === before.uuid);
  const hashOf = (file: string, last: string) => result.files.get(file)?.hash ?? last; // an unchanged file is not written again
  const styles = () => pageSheets(before.lang, blocks, context).map(([sheet]) => sheet);
  return {
    reason: isNew ? "new" : isOwn ? "story" : "site",
    dependencies: [...page.dependencies],
    html: hashOf(html?.file ?? "", before.html[0]),
    loose,
    added: isNew ? { payload: hashOf(payloadFile(path), ""), blocks, styles: styles() } : undefined,
  };
}
