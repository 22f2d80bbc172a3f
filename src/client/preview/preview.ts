/** The live preview. Loaded only when the visual editor frames the page with its token (start.ts). */
import type { Payload, Shared } from "../../content/payload.ts";
import { markBlocks } from "../../content/preview/mark-blocks.ts";
import { relationFields } from "../../content/preview/relations.ts";
import { languageOf } from "../../site/languages.ts";
import type { ClientApp } from "../app/client-app.tsx";
import { readLatest } from "../builds/build-watch.ts";
import type { Manifest } from "../builds/manifest.ts";
import type { DocumentState } from "../page/document-state.ts";
import { loadStyles } from "../page/styles.ts";
import { type Bridge, openBridge } from "./bridge.ts";
import { coalesce } from "./coalesce.ts";
import { fetchDraft } from "./draft-story.ts";
import {
  type EditedEntry,
  editedEntryOf,
  fetchPayload,
  fetchShared,
  notFoundPayload,
  publishedUrl,
} from "./edited-entry.ts";
import { createEdits, type Edit, loadBlocks, siteDefinition } from "./edits.ts";
import { filterEditorMessages } from "./filter-messages.ts";
import { parentOrigin } from "./in-editor.ts";
import { keepQueryOnLinks } from "./keep-query.ts";
import { createLiveSource, draftIndex, type LiveSource } from "./live-source.ts";
import { messageOf } from "./message-of.ts";
import { createPreviewApp, type PreviewApp } from "./preview-app.ts";
import { type PreviewQuery, readPreviewQuery } from "./preview-query.ts";
import type { StatusPanel } from "./status-panel.ts";

export interface PreviewHost {
  app: ClientApp;
  documentState: DocumentState;
  manifest: Manifest;
  /** Ends motion and animations permanently. */
  stopEffects(): void;
}

/** Throws, like this module while it is loaded, where the definition or a schema does not run in a browser. */
export async function startEditing(host: PreviewHost, panel: StatusPanel): Promise<void> {
  const { app, documentState } = host;
  const query = readPreviewQuery(location.search);
  keepQueryOnLinks();
  const isLost = documentState.payload.kind === "error";
  const entry = editedEntryOf(
    isLost ? notFoundPayload(documentState.payload, documentState.base) : documentState.payload,
    query,
    app.view().shared,
  );
  if (!entry) return isLost ? serveErrorPage(host) : undefined;
  const { previewEditorOrigins: editors } = app.view().shared.site;
  filterEditorMessages(editors);
  const source = createLiveSource(documentState, entry.lang, siteDefinition);
  if (isLost && (await leaveForPublished(entry, source, app.view().shared))) return;
  const session = { entry, query, source, panel, previewApp: createPreviewApp(host) };
  await takeAllStyles(session, documentState);
  if (isLost) await prepareLost(session, documentState);
  else await showPublished(session, documentState);
  await connect(session);
  document.documentElement.dataset.preview = "ready";
}

/**
 * Loads the styles of all blocks, since any may be added while editing. Pages rendered by `serve` already have them.
 */
async function takeAllStyles({ entry, panel }: Session, { assets }: DocumentState): Promise<void> {
  if (draftIndex(entry.lang) !== undefined) return;
  try {
    const { styles } = await readLatest(assets);
    const put = await loadStyles(styles === undefined ? undefined : [styles]);
    put();
  } catch (error) {
    panel.say(`The styles could not be loaded, so a new block may look bare: ${messageOf(error)}`);
  }
}

interface Session {
  entry: EditedEntry;
  query: PreviewQuery;
  source: LiveSource;
  previewApp: PreviewApp;
  panel: StatusPanel;
}

async function connect(session: Session): Promise<void> {
  const { entry, previewApp, panel, query } = session;
  const { site } = previewApp.shared();
  const blocks = await loadBlocks(site.platformName);
  const resolveRelations = relationFields(blocks.catalogue);
  const edit = coalesce<Edit>(createEdits({ ...session, blocks, definition: siteDefinition, spaceId: query.spaceId }));
  const draft = findDraft(session, resolveRelations);
  try {
    const customParent = editorOrigin(site.previewEditorOrigins);
    const [fallbackLang] = languageOf(site.languages, entry.lang).fallback ?? [];
    const fallback = fallbackLang === undefined ? {} : { fallbackLang };
    const config = { customParent, resolveRelations, resolveLinks: "url" as const, ...fallback };
    const bridge = await openBridge(site.bridgeUrl, config);
    const isEdited = listen(bridge, entry, edit);
    void draft.then((found) => found && !isEdited() && edit(found));
  } catch (error) {
    panel.say(`The visual editor's script is missing, so nothing here follows your typing: ${messageOf(error)}`);
  }
}

/** Handles the editor's events. The returned function tells whether an edit has arrived. */
function listen(bridge: Bridge, { id }: EditedEntry, edit: (edit: Edit) => void): () => boolean {
  let edited = false;
  bridge.on("input", ({ story }) => {
    if (Number(story?.id) !== id) return;
    edited = true;
    edit({ story });
  });
  bridge.on(["change", "published"], ({ storyId }) => {
    if (Number(storyId) === id) location.reload();
  });
  return () => edited;
}

/**
 * The draft if the owner published a token for drafts; otherwise the published page is shown first. Loads the preview
 * index early, so that the first edit need not wait for it.
 */
async function findDraft({ entry, source }: Session, relations: readonly string[]): Promise<Edit | null> {
  try {
    const { drafts } = (await source.get()).index;
    return drafts && (await fetchDraft(drafts, { id: entry.id, language: answerOf(entry.lang), relations }));
  } catch (error) {
    console.warn("The draft could not be loaded.", error);
    return null;
  }
}

/**
 * The language to request from the content service; "" for its default, which also holds stories in language folders.
 */
function answerOf(lang: string): string {
  const { languages, translation } = siteDefinition;
  return translation === "folders" || lang === languages[0].code ? "" : lang;
}

/** The editor's own origin, so that the bridge talks to it alone. */
function editorOrigin(editors: readonly string[]): string {
  const framing = parentOrigin() ?? (document.referrer === "" ? "" : new URL(document.referrer).origin);
  return editors.includes(framing) ? framing : (editors[0] ?? "");
}

/** Requests the full payload, since the document only contains what hydration needs. */
async function showPublished(session: Session, documentState: DocumentState): Promise<void> {
  const { previewApp, panel } = session;
  try {
    const payload = await fetchPayload(documentState);
    await previewApp.show(marked(session, payload));
  } catch (error) {
    panel.say(`The published page could not be read, so a click selects nothing yet: ${messageOf(error)}`);
  }
}

/** Published blocks have no markers; with them a click selects a block before the first edit. */
function marked(
  { previewApp, entry, query: { spaceId } }: Session,
  payload: Payload,
): Parameters<PreviewApp["show"]>[0] {
  const { kind, id } = entry;
  const shared = previewApp.shared();
  const options = { id, spaceId, platformName: shared.site.platformName };
  if (kind === "global")
    return { payload, shared: { ...shared, global: shared.global && markBlocks(shared.global, options) } };
  return { payload: { ...payload, page: payload.page && markBlocks(payload.page, options) } };
}

/** True if the browser is loading the story's published page. */
async function leaveForPublished(entry: EditedEntry, source: LiveSource, shared: Shared): Promise<boolean> {
  const live = await source.get().catch(() => null);
  const address = live && publishedUrl(entry, live, shared);
  if (address) location.replace(address);
  return Boolean(address);
}

/** A story that is not published yet has no page: the error page shows it after the first edit. */
async function prepareLost(
  { entry: { lang }, previewApp, panel }: Session,
  documentState: DocumentState,
): Promise<void> {
  const shared = lang === previewApp.shared().lang ? previewApp.shared() : await fetchShared(lang, documentState);
  await previewApp.show({ shared, payload: { ...previewApp.payload(), lang } });
  panel.say("This entry is not published yet. It appears here with your first change.");
}

async function serveErrorPage(host: PreviewHost): Promise<void> {
  const module = await import("../app/error-page.ts");
  await module.runErrorPage(host);
}
