/** The live preview. Loaded only when the visual editor frames the page with its token (start.ts). */

import { relationFields } from "../../content/preview/relations.ts";
import { hrefOf, languageHere } from "../../content/rules/paths.ts";
import type { Payload } from "../../site/api/payload.ts";
import { isRefusal, previewWord, type SiteWords } from "../../site/editor-words.ts";
import { languageOf } from "../../site/languages.ts";
import { inSpaceOf, isInSameSpace, spaceOf } from "../../site/spaces.ts";
import type { ClientApp } from "../app/client-app.tsx";
import type { Manifest } from "../builds/manifest.ts";
import type { DocumentState } from "../page/document-state.ts";
import { sitePath } from "../page/site-path.ts";
import { loadStyles } from "../page/styles.ts";
import { type Bridge, type BridgeEvent, openBridge } from "./bridge.ts";
import { createDraftMark, type DraftMark } from "./draft-mark.ts";
import { DraftRefused, fetchDraft } from "./draft-story.ts";
import { editedElsewhere, entryOfPage, notFoundPayload, storyOfPage } from "./edited-entry.ts";
import { createEdits, type Edit, loadBlocks, siteDefinition } from "./edits.ts";
import { filterEditorMessages } from "./filter-messages.ts";
import { parentOrigin } from "./in-editor.ts";
import { keepQueryOnLinks } from "./keep-query.ts";
import { type EditedEntry, type KeptEdits, openKeptEdits } from "./kept-edits.ts";
import { createLiveSource, draftIndex, type LiveSource } from "./live-source.ts";
import { messageOf } from "./message-of.ts";
import { createPreviewApp, type PreviewApp } from "./preview-app.ts";
import type { PreviewFiles } from "./preview-files.ts";
import { type PreviewQuery, readPreviewQuery } from "./preview-query.ts";
import { leaveForPublished, showLost, showPublished } from "./published-page.ts";
import { showShared } from "./shared.ts";
import { createShownDraft, type ShownDraft } from "./shown-draft.ts";
import type { StatusPanel } from "./status-panel.ts";

export interface PreviewHost {
  app: ClientApp;
  documentState: DocumentState;
  manifest: Manifest;
  /** Ends motion and animations permanently. */
  stopEffects(): void;
}

interface Session {
  /** The story that this page shows; null for a page that only passes on what the editor types. */
  entry: EditedEntry | null;
  page: Payload;
  query: PreviewQuery;
  source: LiveSource;
  kept: KeptEdits;
  previewApp: PreviewApp;
  panel: StatusPanel;
  words: SiteWords;
  documentState: DocumentState;
  files: PreviewFiles;
}

interface Listening {
  draft: ShownDraft;
  mark: DraftMark;
  takeTyped: ReturnType<typeof filterEditorMessages>;
}

/** Throws, like this module while it is loaded, where the definition or a schema does not run in a browser. */
export async function startEditing(host: PreviewHost, panel: StatusPanel, files: PreviewFiles): Promise<void> {
  const { app, documentState } = host;
  if (document.documentElement.dataset.preview === "shared")
    return showShared({ panel, files, previewApp: createPreviewApp(host) });
  const { preview, refused, minutes, space } = document.documentElement.dataset;
  if (preview === "refused") {
    const own = createDraftMark({ words: siteDefinition.words[app.view().payload.lang], onToggle: null });
    const reason = isRefusal(refused) ? refused : "preview_foreign";
    return own.warn(reason, { minutes: Number(minutes), ...addressOf(space, app) }, { isPublished: true });
  }
  const query = readPreviewQuery(location.search);
  const { shared } = app.view();
  const takeTyped = filterEditorMessages(shared.site.previewEditorOrigins);
  const { payload, base } = documentState;
  const page = payload.kind === "error" ? notFoundPayload(payload, base) : payload;
  const { languages } = siteDefinition;
  const langOf = (pathname: string) => languageHere(sitePath(pathname, base) ?? "/", languages, page.lang);
  keepQueryOnLinks((pathname) => isInSameSpace(siteDefinition, page.lang, langOf(pathname)));
  if (query.id === 0) return page === payload ? undefined : (await import("../app/error-page.ts")).runErrorPage(host);
  const isServed = draftIndex(page.lang) !== undefined;
  let mark: DraftMark | undefined;
  const onUnkept = () => isServed || mark?.warn("preview_unkept");
  const kept = openKeptEdits({ ...query, storage: () => sessionStorage, onUnkept });
  const known = entryOfPage(page, { query, shared, kept });
  const source = createLiveSource(files, known?.lang ?? page.lang, siteDefinition);
  const entry = known && (await isOfPage(known, source)) ? known : await withDraft(page, { source, kept });
  const words = siteDefinition.words[entry?.lang ?? page.lang];
  // On a server the draft is all there is: the page has it already. Before the first publish there is nothing else.
  mark = createDraftMark({ words, onToggle: isServed || page !== payload ? null : (to) => void draft.toggle(to) });
  const { draft: served } = document.documentElement.dataset;
  if (isServed && served === "saved") mark.show(served);
  panel.speakIn(words);
  if (page !== payload && !entry) panel.say(previewWord(words, "preview_pageless"));
  if (page !== payload && entry && (await leaveForPublished(entry, source, shared))) return;
  const previewApp = createPreviewApp(host);
  const session = { entry, page, query, source, kept, panel, words, documentState, files, previewApp };
  // All at once: the editor waits for the last of them after each save.
  const published = startPublished(session);
  source.get().catch(() => undefined);
  const styles = entry && !isServed ? takeAllStyles(session) : undefined;
  const [blocks] = await Promise.all([loadBlocks(shared.site.platformName), styles]);
  const edits = createEdits({ ...session, blocks, definition: siteDefinition, spaceId: query.spaceId });
  const draft = createShownDraft({ ...session, mark, edits, showPublished: published });
  const relations = relationFields(blocks.catalogue);
  const fetched = findDraft(session, relations);
  await draft.start();
  void fetched.then((found) => {
    if (found instanceof DraftRefused) draft.lack(found.reason, { ...found, ...addressOf(found.space, app) });
    else if (found === "unreachable") draft.lack("preview_unreachable");
    else if (found) draft.take(found);
  });
  await connect(session, { draft, mark, relations, takeTyped });
  document.documentElement.dataset.preview = "ready";
}

/** Where the editor of a space should open: the home of the space's first language. */
function addressOf(space: string | undefined, app: ClientApp): { address?: string } {
  const language = siteDefinition.languages.find((one) => spaceOf(one) === space);
  if (!language) return {};
  const { site } = app.view().shared;
  return { address: new URL(hrefOf(site, language.home, app.view().payload.lang), location.href).href };
}

/** Each language's folder may have a global story of its own. */
async function isOfPage({ kind, id }: EditedEntry, source: LiveSource): Promise<boolean> {
  const live = kind === "global" ? await source.get().catch(() => null) : null;
  return live === null || live.index.globalId === id;
}

/** A link led to this page: if it was edited, or drafts are to be had, its own is shown. */
async function withDraft(
  page: Payload,
  { source, kept }: { source: LiveSource; kept: KeptEdits },
): Promise<EditedEntry | null> {
  const story = storyOfPage(page);
  if (story && kept.find(story)) return story;
  const live = story && (await source.get().catch(() => null));
  return live?.index.drafts ? story : null;
}

/** Shows what is published; what the first call shows is already on its way. */
function startPublished({ entry, page, query, ...session }: Session): () => Promise<void> {
  const show = page === session.documentState.payload ? showPublished : showLost;
  const again = async () => {
    if (entry) await show({ ...session, entry, spaceId: query.spaceId });
  };
  let first: Promise<void> | null = again();
  first.catch(() => undefined); // thrown where it is waited for
  return async () => {
    const now = first ?? again();
    first = null;
    await now;
  };
}

/** Loads the styles of all blocks, since any may be added while editing. Pages rendered by `serve` already have them. */
async function takeAllStyles({ panel, words, files }: Session): Promise<void> {
  try {
    const { styles } = await files.latest();
    const put = await loadStyles(styles === undefined ? undefined : [styles]);
    put();
  } catch (error) {
    panel.say(previewWord(words, "preview_no_styles", { reason: messageOf(error) }));
  }
}

async function connect(
  session: Session,
  { relations, ...shown }: { relations: readonly string[] } & Listening,
): Promise<void> {
  const { previewApp, panel, words } = session;
  const { site } = previewApp.shared();
  try {
    const customParent = editorOrigin(site.previewEditorOrigins);
    // The bridge takes one.
    const [fallbackLang] = fallbacksOf(session.page.lang);
    const fallback = fallbackLang === undefined ? {} : { fallbackLang };
    const config = { customParent, resolveRelations: relations, resolveLinks: "url" as const, ...fallback };
    listen(session, await openBridge(site.bridgeUrl, config), shown);
  } catch (error) {
    panel.say(previewWord(words, "preview_no_bridge", { reason: messageOf(error) }));
  }
}

/** Handles the editor's events. What is typed into another story than the shown one is kept for its own page. */
function listen(session: Session, bridge: Bridge, { draft, mark, takeTyped }: Listening): void {
  const { entry, kept, page, query, previewApp } = session;
  const onInput = ({ story }: Pick<BridgeEvent, "story">) => {
    const other = editedElsewhere(query, previewApp.shared(), story);
    const typed = [entry, other].find((one) => one?.id === Number(story?.id));
    if (!typed) return;
    kept.type(typed, { path: typed === entry ? previewApp.payload().path : "", story });
    if (typed === entry) draft.type(story);
  };
  bridge.on("input", onInput);
  const typed = takeTyped();
  if (typed) onInput(typed);
  bridge.on(["change", "published"], ({ action, storyId }) => {
    const id = Number(storyId);
    const isPublished = action === "published";
    // A server has what was saved.
    if (draftIndex(page.lang) !== undefined) kept.forget(id);
    const isKept = isPublished ? kept.publish(id) : kept.save(id);
    if (id !== entry?.id) return;
    if (isKept) return location.reload();
    mark.show(isPublished ? "publishing" : "saved");
    mark.warn("preview_unkept");
  });
}

/**
 * The draft of the content service, where it is to be had. Loads the preview index early, so that the first edit need not
 * wait for it.
 */
async function findDraft(
  { entry, source }: Session,
  relations: readonly string[],
): Promise<Edit | DraftRefused | "unreachable" | null> {
  const live = await source.get().catch((error: unknown) => console.warn(error));
  const drafts = live?.index.drafts;
  if (!entry || !drafts) return null;
  try {
    const { search } = location;
    return await fetchDraft(drafts, {
      id: entry.id,
      relations,
      search,
      space: spaceOf(languageOf(siteDefinition.languages, entry.lang)),
      language: answerOf(entry.lang),
      fallbacks: fallbacksOf(entry.lang),
    });
  } catch (error) {
    console.warn("The draft could not be loaded.", error);
    return error instanceof DraftRefused ? error : "unreachable";
  }
}

/**
 * The language to request from the content service; "" for its default, which also holds stories in language folders.
 */
function answerOf(lang: string): string {
  const { languages, translation } = inSpaceOf(siteDefinition, lang);
  return translation === "folders" || lang === languages[0].code ? "" : lang;
}

/** Languages whose text is shown where this one has none; without any, the content service's own rule is used. */
function fallbacksOf(lang: string): readonly string[] {
  return languageOf(siteDefinition.languages, lang).fallback ?? [];
}

/** The editor's own origin, so that the bridge talks to it alone. */
function editorOrigin(editors: readonly string[]): string {
  const framing = parentOrigin() ?? (document.referrer === "" ? "" : new URL(document.referrer).origin);
  return editors.includes(framing) ? framing : (editors[0] ?? "");
}
