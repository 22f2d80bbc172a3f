/** The published page, before or in place of a draft. */

import { markBlocks } from "../../content/preview/edited-story.ts";
import type { Payload, Shared } from "../../site/api/payload.ts";
import { previewWord, type SiteWords } from "../../site/editor-words.ts";
import type { DocumentState } from "../page/document-state.ts";
import { fetchShared, publishedUrl } from "./edited-entry.ts";
import type { EditedEntry } from "./kept-edits.ts";
import type { LiveSource } from "./live-source.ts";
import { messageOf } from "./message-of.ts";
import type { PreviewApp } from "./preview-app.ts";
import type { PreviewFiles } from "./preview-files.ts";
import type { StatusPanel } from "./status-panel.ts";

interface PublishedPage {
  entry: EditedEntry;
  spaceId: string;
  documentState: DocumentState;
  previewApp: PreviewApp;
  panel: StatusPanel;
  words: SiteWords;
  files: PreviewFiles;
}

/** Shows the full payload, since the document only contains what hydration needs. */
export async function showPublished(page: PublishedPage): Promise<void> {
  const { previewApp, panel, words, files } = page;
  try {
    const payload = await files.payload();
    await previewApp.show(marked(page, payload));
  } catch (error) {
    panel.say(previewWord(words, "preview_no_page", { reason: messageOf(error) }));
  }
}

/** Published blocks have no markers; with them a click selects a block before the first edit. */
function marked({ previewApp, entry, spaceId }: PublishedPage, payload: Payload): Parameters<PreviewApp["show"]>[0] {
  const { kind, id } = entry;
  const shared = previewApp.shared();
  const options = { id, spaceId, platformName: shared.site.platformName };
  if (kind === "global")
    return { payload, shared: { ...shared, global: shared.global && markBlocks(shared.global, options) } };
  return { payload: { ...payload, page: payload.page && markBlocks(payload.page, options) } };
}

/** True if the browser is loading the story's published page. */
export async function leaveForPublished(entry: EditedEntry, source: LiveSource, shared: Shared): Promise<boolean> {
  const live = await source.get().catch(() => null);
  const address = live && publishedUrl(entry, live, shared);
  if (address) location.replace(address);
  return Boolean(address);
}

/** A story that is not published yet has no page: the error page shows it once its draft is known. */
export async function showLost({
  entry: { lang },
  previewApp,
  panel,
  words,
  documentState,
  files,
}: PublishedPage): Promise<void> {
  const shared = lang === previewApp.shared().lang ? previewApp.shared() : await fetchShared(lang, files);
  await previewApp.show({ shared, payload: { ...documentState.payload, lang } });
  panel.say(previewWord(words, "preview_unborn"));
}
