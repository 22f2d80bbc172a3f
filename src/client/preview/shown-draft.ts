/** What the frame shows of a page: the draft that is known of it, or what is published. */
import { isUnpublished } from "../../content/preview/is-unpublished.ts";
import type { LiveSite } from "../../content/preview/live-site.ts";
import type { DraftMark, DraftWarning, Shown, WarningValues } from "./draft-mark.ts";
import type { Edit, ShowEdit } from "./edits.ts";
import type { EditedEntry, KeptEdit, KeptEdits } from "./kept-edits.ts";
import type { LiveSource } from "./live-source.ts";
import type { PreviewApp } from "./preview-app.ts";

export interface ShownDraft {
  /** Shows what was edited before, or the published page. */
  start(): Promise<void>;
  /** Shows what the editor has typed. */
  type(story: unknown): void;
  /** Shows the draft that the content service has, unless something newer is shown. */
  take(edit: Edit): void;
  /** Says why the content service's draft is not to be had. */
  lack(why: DraftWarning, values?: WarningValues): void;
  /** Shows the published page in place of the draft, or the draft again. */
  toggle(to: "published" | "draft"): Promise<void>;
}

export interface ShownDraftOptions {
  entry: EditedEntry | null;
  kept: KeptEdits;
  source: LiveSource;
  previewApp: PreviewApp;
  mark: DraftMark;
  edits: ShowEdit;
  /** Shows what is published. */
  showPublished: () => Promise<void>;
}

export function createShownDraft(options: ShownDraftOptions): ShownDraft {
  const { entry, kept, previewApp, mark, edits, showPublished } = options;
  const firstShared = previewApp.shared();
  const lang = entry?.lang ?? firstShared.lang;
  let taken: Edit | null = null;
  let typed: Edit | null = null;
  const show = coalesce(async (edit: Edit) => {
    if (!entry) return;
    await edits(entry, edit);
    if (entry.kind === "page") kept.place(entry, previewApp.payload().path);
  });

  /** The header and footer of a draft belong to every page. */
  const entries = (): EditedEntry[] => {
    const globalEdit = kept.findWhere((one) => one.kind === "global" && one.lang === lang);
    const own = entry ? [entry] : [];
    return globalEdit && globalEdit.id !== entry?.id ? [{ kind: "global", id: globalEdit.id, lang }, ...own] : own;
  };

  const showDraft = async (): Promise<Shown | null> => {
    const live = await options.source.get().catch(() => null);
    let shown: Shown | null = null;
    for (const one of entries()) {
      const edit = kept.find(one);
      if (edit && isOutdated(edit, live)) kept.forget(one.id);
      else if (edit) {
        await edits(one, { story: edit.story, given: kept.stories() });
        shown = shown === "typed" ? shown : edit.isPublished ? "publishing" : edit.state;
        if (one.kind === "page") kept.place(one, previewApp.payload().path);
      }
    }
    return shown;
  };

  const isHidden = () => entries().some((one) => kept.isHidden(one));
  const hasDraft = () => taken !== null || entries().some((one) => kept.find(one));

  return {
    async start() {
      // Also before a draft: blocks whose data only a build can compute keep what is published.
      await showPublished();
      if (isHidden()) mark.show(hasDraft() ? "published" : null);
      else if (hasDraft()) mark.show(await showDraft());
    },
    type(story) {
      typed = { story };
      mark.show(null);
      show(typed);
    },
    take(edit) {
      taken = edit;
      if (typed || entries().some((one) => kept.find(one)?.state === "typed")) return;
      if (isHidden()) return mark.show("published");
      show(edit);
      mark.show(isUnpublished(edit.story) ? "saved" : null);
    },
    lack: (why, values) => mark.warn(why, values, { isPublished: typed === null }),
    async toggle(to) {
      for (const one of entries()) kept.hide(one, to === "published");
      if (to === "published") {
        const before = typed;
        await previewApp.show({ shared: firstShared });
        await showPublished();
        if (typed === before) mark.show("published");
        else if (typed) show(typed);
        return;
      }
      const shown = await showDraft();
      if (taken && shown !== "typed") show(taken);
      mark.show(shown ?? "saved");
    },
  };
}

/** Published since, perhaps by somebody else: the page is newer than what was typed here. */
function isOutdated({ id, story, at }: KeptEdit, live: LiveSite | null): boolean {
  const before = Date.parse(String(Object(story).published_at)) || at;
  return Date.parse(live?.published(id)?.publishedAt ?? "") > before;
}

/** Longest wait for a frame: hidden pages get none. */
const MAX_WAIT_MS = 100;

/** Runs for the latest value only, at most once per frame and never concurrently. */
function coalesce<T>(run: (value: T) => Promise<void>): (value: T) => void {
  let waiting: { value: T } | null = null;
  let running = false;
  const drain = async () => {
    running = true;
    while (waiting) {
      await nextFrame();
      const { value } = waiting;
      waiting = null;
      await run(value);
    }
    running = false;
  };
  return (value) => {
    waiting = { value };
    if (!running) void drain();
  };
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
