import type { Lang, RawStory } from "../../content/model.ts";
import { byLanguage, forLanguage } from "../../site/by-language.ts";

/** One place in a story that refers to another story. */
export interface Reference {
  uuid: string;
  /** Block path, such as `body[2]/items[0]/link`. */
  path: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_LENGTH = 36;
/** Keys whose uuid identifies the object itself: a block, or a rich text node with embedded blocks. */
const OWN = new Set(["_uid", "id"]);

/**
 * Every reference in a story's content, found without schemas: story links by id, rich text links by uuid, and any
 * other field whose text is a uuid, which is how relation fields are stored.
 */
export function findReferences(content: unknown): Reference[] {
  const found: Reference[] = [];
  walk(content, "", found);
  return found;
}

function walk(value: unknown, path: string, found: Reference[]): void {
  if (typeof value === "string") {
    if (isUuid(value)) found.push({ uuid: value, path });
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      walk(item, typeof item === "string" ? path : `${path}[${index}]`, found);
    });
    return;
  }
  if ("linktype" in value) {
    const target = linkTarget(value);
    if (target !== null) found.push({ uuid: target, path });
    return;
  }
  // A field plugin's value has its own format, and an asset does not refer to a story.
  if ("plugin" in value || ("fieldtype" in value && value.fieldtype === "asset")) return;
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    const child = fields[key];
    // Most fields are texts that refer to no story: they need no path.
    if (typeof child === "string" ? !isUuid(child) : typeof child !== "object") continue;
    if (!OWN.has(key)) walk(child, path === "" ? key : `${path}/${key}`, found);
  }
}

function isUuid(text: string): boolean {
  return text.length === UUID_LENGTH && UUID.test(text);
}

function linkTarget(link: { linktype: unknown; id?: unknown; uuid?: unknown }): string | null {
  if (link.linktype !== "story") return null;
  const target = typeof link.uuid === "string" && link.uuid !== "" ? link.uuid : link.id;
  return typeof target === "string" && target !== "" ? target : null;
}

export type ReferenceIndex = ReturnType<typeof createReferenceIndex>;

/** Which stories the new and changed stories of this pull refer to. */
export function createReferenceIndex(languages: readonly Lang[]) {
  const books = byLanguage(languages, () => new Map<string, string[]>());
  // A uuid cut from a response keeps the whole response in memory, so one copy of each is kept instead.
  const copies = new Map<string, string>();
  const copyOf = (uuid: string): string => {
    const copy = copies.get(uuid) ?? Buffer.from(uuid).toString();
    copies.set(copy, copy);
    return copy;
  };
  return {
    note(lang: Lang, story: RawStory): void {
      const targets = new Set(findReferences(story.content).map((reference) => copyOf(reference.uuid)));
      forLanguage(books, lang).set(copyOf(story.uuid), [...targets]);
    },
    /** Uuids that a story refers to; undefined if it was not recorded. */
    of: (lang: Lang, uuid: string): readonly string[] | undefined => forLanguage(books, lang).get(uuid),
    noted: (lang: Lang): Iterable<[uuid: string, targets: readonly string[]]> => forLanguage(books, lang),
  };
}
