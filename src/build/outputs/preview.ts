/**
 * Indexes of all stories for the live preview of a static host, as hashed files: one for each language, or for a large
 * site parts, the rest, and a head that names both.
 */
import { createHash } from "node:crypto";
import {
  buildPreviewIndex,
  previewParts,
  previewRest,
  previewStories,
  SPLIT_VERSION,
  type SplitIndex,
} from "../../content/preview/preview-index.ts";
import { withBase } from "../../content/rules/paths.ts";
import { partOf } from "../../content/rules/split-into-parts.ts";
import type { MovedEntry } from "../../content/site-model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { domainPath } from "../../site/domains.ts";
import { languageOf } from "../../site/languages.ts";
import { previewInput } from "../preview-index.ts";
import type { MadeOutput, Moved, Output, OutputInput } from "./output.ts";

const HEAD = "head";

export const preview: Output = {
  name: "preview",
  *keys({ config, context }) {
    if (config.preview.editorOrigins.length === 0) return;
    for (const { code } of context.definition.languages) {
      const count = countOf(code, context);
      if (count > 1) for (let part = 0; part < count; part += 1) yield `${code} ${part}`;
      if (count > 1) yield `${code} rest`;
      yield `${code} ${HEAD}`;
    }
  },
  isMoved(key, { context }, moved) {
    const [lang, part] = parted(key);
    const count = countOf(lang, context);
    if (part === HEAD) return true;
    if (part === "rest") return changesRest(lang, moved);
    const number = Number(part);
    return (
      changesCards(lang, moved) || moved.entries.some((one) => one.lang === lang && partOf(one.uuid, count) === number)
    );
  },
  make(key, input) {
    const [lang, part] = parted(key);
    const { config, context, stories } = input;
    const count = countOf(lang, context);
    const given = () => previewInput(lang, { config, context, summaries: stories.summaries() });
    if (count === 1) return made(lang, JSON.stringify(buildPreviewIndex(given())), context);
    if (part === HEAD) return made(lang, JSON.stringify(headOf(lang, count, input)), context);
    if (part === "rest") return made(lang, JSON.stringify({ ...previewRest(given()), stories: [] }), context);
    const own = previewStories(
      previewInput(lang, { config, context, summaries: {} }),
      (uuid) => partOf(uuid, count) === Number(part),
    );
    return made(lang, JSON.stringify({ stories: own }), context);
  },
};

/** URL of a language's index; undefined if there is none. */
export function previewAddress(lang: string, input: Pick<OutputInput, "filesOf" | "context">): string | undefined {
  return addressOf(lang, HEAD, input);
}

function headOf(lang: string, count: number, input: OutputInput): SplitIndex {
  const address = (part: string) => addressOf(lang, part, input) ?? "";
  const parts = Array.from({ length: count }, (_, part) => address(String(part)));
  return { version: SPLIT_VERSION, lang, rest: address("rest"), parts };
}

function addressOf(lang: string, part: string, { filesOf, context }: Pick<OutputInput, "filesOf" | "context">) {
  const [file] = filesOf(preview.name, `${lang} ${part}`);
  const folder = domainPath(languageOf(context.definition.languages, lang), "");
  return file === undefined ? undefined : withBase(context.settings.base, file.slice(folder.length));
}

function made(lang: string, text: string, { definition }: OutputInput["context"]): MadeOutput {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const path = domainPath(languageOf(definition.languages, lang), `_assets/preview-${lang}-${hash}.json`);
  return { files: [{ path, content: text }] };
}

function countOf(lang: string, { site }: OutputInput["context"]): number {
  return previewParts(forLanguage(site.entries, lang).size);
}

function changesCards(lang: string, { assets, datasources }: Moved): boolean {
  return assets || (datasources[lang]?.size ?? 0) > 0;
}

/** It names assets, stories that only other languages have, and the pages of their listings. */
function changesRest(lang: string, moved: Moved): boolean {
  const isNamed = ({ before, now }: MovedEntry) => before?.path !== now?.path || before?.name !== now?.name;
  const isListing = (route: Moved["added"][number]) =>
    (route.lang !== lang && route.listing !== null) || route.uuid === "";
  return (
    moved.assets || moved.uses || moved.entries.some(isNamed) || [...moved.added, ...moved.removed].some(isListing)
  );
}

function parted(key: string): [lang: string, part: string] {
  const space = key.lastIndexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}
