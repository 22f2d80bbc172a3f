/** A draft that a link shows to anybody, in the place of the published page that came with it (src/edge/shared-page.ts). */
import type { DocumentState } from "../page/document-state.ts";
import { createDraftMark } from "./draft-mark.ts";
import { fetchShared } from "./edited-entry.ts";
import { createEdits, loadBlocks, siteDefinition } from "./edits.ts";
import type { EditedEntry } from "./kept-edits.ts";
import { createLiveSource } from "./live-source.ts";
import type { PreviewApp } from "./preview-app.ts";
import type { StatusPanel } from "./status-panel.ts";

interface SharedData {
  story: { id: number };
  language: string;
}

/** Links lead to the published site: nothing of the address is kept. */
export async function showShared(options: {
  documentState: DocumentState;
  previewApp: PreviewApp;
  panel: StatusPanel;
}): Promise<void> {
  const { documentState, previewApp } = options;
  const text = document.getElementById("shared-draft")?.textContent ?? "null";
  const { story, language } = JSON.parse(text) as SharedData;
  const entry: EditedEntry = { kind: "page", id: story.id, lang: language };
  const source = createLiveSource(documentState, language, siteDefinition);
  if (previewApp.shared().lang !== language)
    await previewApp.show({ shared: await fetchShared(language, documentState) });
  const blocks = await loadBlocks(previewApp.shared().site.platformName);
  const edits = createEdits({ ...options, source, blocks, definition: siteDefinition, spaceId: "" });
  await edits(entry, { story });
  const mark = createDraftMark({ words: siteDefinition.words[language], onToggle: () => undefined });
  mark.show("shared");
  document.getElementById("app")?.removeAttribute("hidden");
}
