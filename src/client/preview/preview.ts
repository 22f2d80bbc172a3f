/** The live preview. Loaded only when the visual editor frames the page with its token (src/client/app/run.ts). */
import type { Payload, Shared } from "../../content/payload.ts";
import { markBlocks } from "../../content/preview/mark-blocks.ts";
import { relationFields } from "../../content/preview/relations.ts";
import type { ClientApp } from "../app/client-app.tsx";
import type { Manifest } from "../builds/manifest.ts";
import type { PageFacts } from "../page/facts.ts";
import { type Bridge, openBridge } from "./bridge.ts";
import { coalesce } from "./coalesce.ts";
import { fetchDraft } from "./draft-story.ts";
import { createEdits, type Edit, siteCatalogue, siteDefinition } from "./edits.ts";
import { messageOf } from "./guard-blocks.tsx";
import { parentOrigin } from "./in-editor.ts";
import { keepQueryOnLinks } from "./keep-query.ts";
import { createLiveSource, type LiveSource } from "./live-source.ts";
import { guardMessages } from "./message-guard.ts";
import { createNotes, type Notes } from "./notes.ts";
import stylesheet from "./preview.css?url";
import { type PreviewQuery, readPreviewQuery } from "./preview-query.ts";
import { createStage, type Stage } from "./stage.ts";
import { fetchPayload, fetchShared, lostPayload, publishedAddress, type Subject, subjectOf } from "./subject.ts";

export interface PreviewHost {
  app: ClientApp;
  facts: PageFacts;
  manifest: Manifest;
  /** Ends motion and animations for good. */
  undress(): void;
}

export async function startPreview(host: PreviewHost): Promise<void> {
  const { app, facts } = host;
  const query = readPreviewQuery(location.search);
  keepQueryOnLinks();
  const isLost = facts.payload.kind === "error";
  const subject = subjectOf(isLost ? lostPayload(facts.payload, facts.base) : facts.payload, query, app.view().shared);
  if (!subject) return isLost ? serveErrorPage(host) : undefined;
  const { previewEditorOrigins: editors } = app.view().shared.site;
  guardMessages(editors);
  addStyles();
  const source = createLiveSource(facts, subject.lang, siteDefinition);
  const notes = createNotes();
  if (isLost && (await leaveForPublished(subject, source, app.view().shared))) return;
  const session = { subject, query, source, notes, stage: createStage(host) };
  if (isLost) await prepareLost(session, facts);
  else await showPublished(session, facts);
  await connect(session);
  document.documentElement.dataset.preview = "ready";
}

interface Session {
  subject: Subject;
  query: PreviewQuery;
  source: LiveSource;
  stage: Stage;
  notes: Notes;
}

async function connect(session: Session): Promise<void> {
  const { subject, stage, notes, query } = session;
  const { site } = stage.shared();
  const catalogue = siteCatalogue(site.platformName);
  const resolveRelations = relationFields(catalogue);
  const edit = coalesce<Edit>(
    createEdits({ ...session, catalogue, definition: siteDefinition, spaceId: query.spaceId }),
  );
  const draft = findDraft(session, resolveRelations);
  try {
    const customParent = editorOrigin(site.previewEditorOrigins);
    const bridge = await openBridge(site.bridgeUrl, { customParent, resolveRelations, resolveLinks: "url" });
    const isEdited = listen(bridge, subject, edit);
    void draft.then((found) => found && !isEdited() && edit(found));
  } catch (error) {
    notes.say(`The visual editor's script is missing, so nothing here follows your typing: ${messageOf(error)}`);
  }
}

/** Takes the editor's events. The returned function tells whether one has brought an edit. */
function listen(bridge: Bridge, { id }: Subject, edit: (edit: Edit) => void): () => boolean {
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
 * The draft where the owner published a token for it; else the first picture is the published page. Asking loads
 * the preview index early, so the first edit need not wait for it.
 */
async function findDraft({ subject, source }: Session, relations: readonly string[]): Promise<Edit | null> {
  try {
    const { drafts } = (await source.get()).index;
    return drafts && (await fetchDraft(drafts, { id: subject.id, language: answerOf(subject.lang), relations }));
  } catch (error) {
    console.warn("The draft could not be loaded.", error);
    return null;
  }
}

/** The language that the content service is asked for; "" for its default one, which holds stories of folders too. */
function answerOf(lang: string): string {
  const { languages, translation } = siteDefinition;
  return translation === "folders" || lang === languages[0].code ? "" : lang;
}

/** The editor under its own origin, so that the bridge speaks to it and to nobody else. */
function editorOrigin(editors: readonly string[]): string {
  const framing = parentOrigin() ?? (document.referrer === "" ? "" : new URL(document.referrer).origin);
  return editors.includes(framing) ? framing : (editors[0] ?? "");
}

/** The document carries only what hydration needs of the page, so the whole of it is asked for. */
async function showPublished(session: Session, facts: PageFacts): Promise<void> {
  const { stage, notes } = session;
  try {
    const payload = await fetchPayload(facts);
    await stage.show(marked(session, payload));
  } catch (error) {
    notes.say(`The published page could not be read, so a click selects nothing yet: ${messageOf(error)}`);
  }
}

/** Published blocks carry no markers; with them a click selects a block before anything is typed. */
function marked({ stage, subject, query: { spaceId } }: Session, payload: Payload): Parameters<Stage["show"]>[0] {
  const { kind, id } = subject;
  const shared = stage.shared();
  const options = { id, spaceId, platformName: shared.site.platformName };
  if (kind === "global")
    return { payload, shared: { ...shared, global: shared.global && markBlocks(shared.global, options) } };
  return { payload: { ...payload, page: payload.page && markBlocks(payload.page, options) } };
}

/** True when the browser is on its way to the entry's own page. */
async function leaveForPublished(subject: Subject, source: LiveSource, shared: Shared): Promise<boolean> {
  const live = await source.get().catch(() => null);
  const address = live && publishedAddress(subject, live, shared);
  if (address) location.replace(address);
  return Boolean(address);
}

/** A story that was never published has no page yet: the error page becomes it with the first change. */
async function prepareLost({ subject: { lang }, stage, notes }: Session, facts: PageFacts): Promise<void> {
  const shared = lang === stage.shared().lang ? stage.shared() : await fetchShared(lang, facts);
  await stage.show({ shared, payload: { ...stage.payload(), lang } });
  notes.say("This entry is not published yet. It appears here with your first change.");
}

async function serveErrorPage(host: PreviewHost): Promise<void> {
  const module = await import("../app/error-page.ts");
  await module.serveErrorPage(host);
}

function addStyles(): void {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: stylesheet }));
}
