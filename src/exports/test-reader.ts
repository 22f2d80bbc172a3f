import { UNKNOWN_ENTRY } from "../content/map/site.ts";
import type { Problem } from "../problems/problem.ts";
import type { StoryEntry } from "../site/api/model.ts";
import type { BlockReader } from "../site/api/reader.ts";
import { filenameOf } from "../site/blocks/field-values.ts";
import { resolveLanguages } from "../site/resolve-languages.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";

/** A reader for an empty site: assets keep their URLs, and every story exists with a made-up name. */
export function testReader(
  onProblem: (problem: Omit<Problem, "story">) => void,
  cards: Readonly<Record<string, object>> = {},
): BlockReader {
  const entry = (uuid: string) => ({ path: `/${uuid}/`, name: uuid });
  const card = (uuid: string) => ({
    id: 1,
    uuid,
    component: "",
    href: `/${uuid}/`,
    name: uuid,
    title: uuid,
    text: "",
    image: null,
    date: "",
    dateText: "",
    category: null,
    ...cards[uuid],
  });
  const textOf = (raw: unknown, key: string) => {
    const value = typeof raw === "object" && raw !== null ? (raw as Record<string, unknown>)[key] : undefined;
    return typeof value === "string" ? value : "";
  };
  const reader = {
    lang: ENGINE_LANGUAGE,
    base: "/",
    languages: resolveLanguages([{ code: ENGINE_LANGUAGE }]),
    home: "home",
    pathOf: (slug: string) => `/${slug}/`,
    href: (path: string) => path,
    self: () => SELF,
    story: entry,
    storyElsewhere: entry,
    isLive: () => false,
    card,
    latest: () => [],
    pages: () => [],
    total: () => 0,
    counts: () => [],
    combinations: () => [],
    tags: () => [],
    blocks: () => [],
    fields: () => null,
    componentOf: () => undefined,
    source: () => ({ get: () => undefined, all: () => [], where: () => [], total: () => 0 }),
    listingHref: () => "/",
    image: (raw: unknown) => {
      const src = filenameOf(raw);
      const texts = { alt: textOf(raw, "alt"), title: textOf(raw, "title"), copyright: textOf(raw, "copyright") };
      return src === "" ? null : { src, width: 1600, height: 900, ...texts, focus: "", sources: [] };
    },
    file: (raw: unknown) => {
      const src = filenameOf(raw);
      return src === "" ? null : { src, name: src.split("/").at(-1) ?? "", title: textOf(raw, "title") };
    },
    option: (_source: string, value: string) => ({ value, label: value }),
    options: () => [],
    dateText: (date: string) => date,
    problem: onProblem,
  };
  // If a site registers its own card type, its tests say what those of the default type lack.
  return reader as BlockReader;
}

const SELF: StoryEntry = {
  ...UNKNOWN_ENTRY,
  id: 1,
  uuid: "test",
  lang: ENGINE_LANGUAGE,
  component: "page",
  name: "Test",
  slug: "home",
  path: "/",
};
