/**
 * Edited stories of this tab. A static host has no drafts, and the editor asks for a reload after each save: what was
 * typed is kept in the browser's session until it is published.
 */

import { TRANSLATED_SUFFIX } from "../../content/rules/translated-key.ts";
import type { Lang } from "../../site/api/model.ts";

/** A story shown in this frame. */
export interface EditedEntry {
  kind: "page" | "global";
  id: number;
  lang: Lang;
}

export interface KeptEdit extends EditedEntry {
  /** Path of its page, by which a story that is not published is found. */
  path: string;
  /** As the editor sent it. */
  story: unknown;
  /** What is only typed belongs to one opening of the story: the editor may discard it. */
  state: "saved" | "typed";
  opening: string;
  /** It is on its way to visitors. */
  isPublished?: boolean;
  /** A space has stories of its own, and a release of it drafts of its own. */
  spaceId: string;
  release: string;
  /** Time in milliseconds. */
  at: number;
}

export interface KeptEdits {
  /** The newest edit of a story that can be shown in this language. */
  find(entry: Pick<EditedEntry, "id" | "lang">): KeptEdit | undefined;
  /** The newest edit that fits. */
  findWhere(fits: (edit: KeptEdit) => boolean): KeptEdit | undefined;
  /** All stories that were edited, each in every language in which it was. */
  stories(): unknown[];
  /** Notes what was typed; written when the typing rests, or the page is left. */
  type(entry: EditedEntry, typed: Pick<KeptEdit, "path" | "story">): void;
  /** Notes the path of a story's page, which is known once it is shown. */
  place(entry: EditedEntry, path: string): void;
  /** What was typed last is saved. False if the browser does not store it. */
  save(id: number): boolean;
  /** The same, and it is kept until the site has it. */
  publish(id: number): boolean;
  /** Removes all edits of a story. */
  forget(id: number): void;
  /** The editor prefers the published page until the next edit. */
  isHidden(entry: Pick<EditedEntry, "id" | "lang">): boolean;
  hide(entry: Pick<EditedEntry, "id" | "lang">, isHidden: boolean): void;
}

// The cache utility removes all keys that begin so. An import of `storage-keys.ts` would add bytes to every page.
const PREFIX = "sitegen:draft:";
const HIDDEN = "sitegen:published:";
/** Pause in typing after which an edit is written: writing a long story takes some milliseconds. */
const REST_MS = 300;

export interface KeptEditsOptions {
  storage: () => Storage;
  /** When the editor opened the story, its space, and the release that it shows, as its query says. */
  opening: string;
  spaceId: string;
  release: string;
  /** Called when the browser does not store an edit. */
  onUnkept: (id: number) => void;
  now?: () => number;
}

export function openKeptEdits({ storage, opening, onUnkept, now = Date.now, ...place }: KeptEditsOptions): KeptEdits {
  const { spaceId, release } = place;
  const edits = readAll(storage);
  const hidden = new Set<string>();
  const unwritten = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isHere = (one: KeptEdit) => one.spaceId === spaceId && one.release === release;
  const isShown = (one: KeptEdit) => isHere(one) && (one.state === "saved" || one.opening === opening);
  const shown = () => [...edits.values()].filter(isShown);

  const write = (key: string): boolean => {
    unwritten.delete(key);
    try {
      storage().setItem(key, JSON.stringify(edits.get(key)));
      return true;
    } catch {
      return false; // forbidden or full
    }
  };
  const remove = (key: string) => {
    edits.delete(key);
    unwritten.delete(key);
    attempt(() => storage().removeItem(key));
  };
  const writeRest = () => {
    clearTimeout(timer);
    for (const key of [...unwritten]) if (!write(key)) onUnkept(edits.get(key)?.id ?? 0);
  };
  addEventListener("pagehide", writeRest);

  const hide: KeptEdits["hide"] = ({ id, lang }, isHidden) => {
    const key = `${HIDDEN}${spaceId}:${id}:${lang}`;
    hidden[isHidden ? "add" : "delete"](key);
    attempt(() => (isHidden ? storage().setItem(key, "1") : storage().removeItem(key)));
  };

  return {
    find: ({ id, lang }) => newest(shown().filter((one) => one.id === id && (one.lang === lang || isWhole(one.story)))),
    findWhere: (fits) => newest(shown().filter(fits)),
    stories: () => shown().map(({ story }) => story),
    type(entry, { path, story }) {
      const key = keyOf({ ...entry, spaceId, release }, "typed");
      edits.set(key, { ...entry, path, story, state: "typed", opening, spaceId, release, at: now() });
      unwritten.add(key);
      hide(entry, false);
      clearTimeout(timer);
      timer = setTimeout(writeRest, REST_MS);
    },
    place(entry, path) {
      for (const state of ["saved", "typed"] as const) {
        const key = keyOf({ ...entry, spaceId, release }, state);
        const edit = edits.get(key);
        if (!edit || edit.path === path) continue;
        edits.set(key, { ...edit, path });
        if (!unwritten.has(key)) write(key);
      }
    },
    save(id) {
      let isKept = true;
      for (const [key, edit] of [...edits]) {
        if (edit.id !== id || edit.state !== "typed" || !isHere(edit)) continue;
        remove(key);
        if (edit.opening !== opening) continue;
        const saved = keyOf(edit, "saved");
        edits.set(saved, { ...edit, state: "saved" });
        isKept = write(saved) && isKept;
      }
      return isKept;
    },
    publish(id) {
      let isKept = this.save(id);
      for (const [key, edit] of [...edits]) {
        if (edit.id !== id || !isHere(edit)) continue;
        // The site says of pages alone since when it has them.
        if (edit.kind !== "page" || edit.path === "") remove(key);
        else {
          edits.set(key, { ...edit, isPublished: true });
          isKept = write(key) && isKept;
        }
      }
      return isKept;
    },
    forget(id) {
      for (const [key, edit] of [...edits]) if (edit.id === id && isHere(edit)) remove(key);
    },
    isHidden({ id, lang }) {
      const key = `${HIDDEN}${spaceId}:${id}:${lang}`;
      return hidden.has(key) || attempt(() => storage().getItem(key)) === "1";
    },
    hide,
  };
}

type Place = EditedEntry & Pick<KeptEdit, "spaceId" | "release">;

function keyOf({ id, lang, spaceId, release }: Place, state: KeptEdit["state"]): string {
  return `${PREFIX}${spaceId}:${id}:${lang}:${release}:${state}`;
}

function readAll(storage: () => Storage): Map<string, KeptEdit> {
  const edits = new Map<string, KeptEdit>();
  for (const key of attempt(() => Object.keys(storage())) ?? []) {
    const edit = key.startsWith(PREFIX) ? attempt(() => JSON.parse(storage().getItem(key) ?? "null")) : null;
    if (isKeptEdit(edit) && keyOf(edit, edit.state) === key) edits.set(key, edit);
  }
  return edits;
}

/** An older page may have written it, or another script of the site. */
function isKeptEdit(value: unknown): value is KeptEdit {
  const { id, lang, path, state, spaceId, release, at } = Object(value) as Partial<KeptEdit>;
  return (
    [id, at].every(Number.isFinite) && [lang, path, state, spaceId, release].every((one) => typeof one === "string")
  );
}

/** The story holds its translations too, so that it can be shown in any language. */
function isWhole(story: unknown): boolean {
  return JSON.stringify(story)?.includes(TRANSLATED_SUFFIX) ?? false;
}

function newest(edits: readonly KeptEdit[]): KeptEdit | undefined {
  return edits.reduce<KeptEdit | undefined>((best, one) => (best && best.at > one.at ? best : one), undefined);
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined; // the browser forbids the frame to store anything
  }
}
