/** A draft that a link shows to anybody, in the place of the published page that came with it (src/edge/answer-draft.ts). */
import { isUnpublished } from "../../content/preview/is-unpublished.ts";
import type { PreviewWord } from "../../site/editor-words.ts";
import { previewWord, type SiteWords } from "../../site/editor-words.ts";
import { createDraftMark } from "./draft-mark.ts";
import { fetchShared } from "./edited-entry.ts";
import { createEdits, loadBlocks, siteDefinition } from "./edits.ts";
import type { EditedEntry } from "./kept-edits.ts";
import { createLiveSource } from "./live-source.ts";
import type { PreviewApp } from "./preview-app.ts";
import type { PreviewFiles } from "./preview-files.ts";
import type { StatusPanel } from "./status-panel.ts";

interface SharedData {
  story: { id: number };
  language: string;
  /** Names of title, text and link where there is no draft. */
  words?: readonly PreviewWord[];
}

/** Links lead to the published site: nothing of the address is kept. */
export async function showShared(options: {
  previewApp: PreviewApp;
  panel: StatusPanel;
  files: PreviewFiles;
}): Promise<void> {
  const { previewApp, files } = options;
  const text = document.querySelector("script#shared-draft")?.textContent ?? "null";
  const { story, language, words: ended } = JSON.parse(text) as SharedData;
  const { locale, words } = speakerOf(language);
  if (ended) return sayEnded(ended, { locale, words });
  const entry: EditedEntry = { kind: "page", id: story.id, lang: language };
  const source = createLiveSource(files, language, siteDefinition);
  if (previewApp.shared().lang !== language) await previewApp.show({ shared: await fetchShared(language, files) });
  // Blocks whose data only a build can compute keep what is published.
  const published = previewApp.payload().kind === "page" && (await files.payload().catch(() => null));
  if (published) await previewApp.show({ payload: published });
  const blocks = await loadBlocks(previewApp.shared().site.platformName);
  const edits = createEdits({ ...options, source, blocks, definition: siteDefinition, spaceId: "" });
  await edits(entry, { story });
  createDraftMark({ words, onToggle: null }).show(isUnpublished(story) ? "shared" : null);
  const hidden = document.getElementById("shared-hidden");
  hidden?.replaceWith(...hidden.childNodes);
}

/** The link's language with its words, or else the one that the browser prefers, as where the link is cut. */
function speakerOf(language: string): { locale: string; words: SiteWords } {
  const { languages, words } = siteDefinition;
  const isOf = (tag: string) => (one: { locale: string }) => shortOf(one.locale) === shortOf(tag);
  const preferred = navigator.languages.flatMap((tag) => languages.find(isOf(tag)) ?? [])[0] ?? languages[0];
  const { code, locale } = languages.find((one) => one.code === language) ?? preferred;
  return { locale, words: words[code] };
}

/** Says why there is no draft. */
function sayEnded(names: readonly PreviewWord[], { locale, words }: ReturnType<typeof speakerOf>): void {
  const main = document.getElementById("shared-ended");
  for (const [index, element] of [...(main?.querySelectorAll("h1, p:not(:has(a)), a") ?? [])].entries()) {
    const name = names[index];
    if (name) element.textContent = previewWord(words, name);
  }
  main?.setAttribute("lang", locale);
  document.title = main?.querySelector("h1")?.textContent ?? "";
}

function shortOf(tag: string): string | undefined {
  return tag.toLowerCase().split("-")[0];
}
