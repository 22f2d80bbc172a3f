/** Languages with their defaults. In a file of its own, so that pages do not load it with what they need of languages. */
import { normalOrigin } from "../validation/origin.ts";
import type { Language, LanguageDefinition, Languages } from "./languages.ts";
import { spaceOf } from "./spaces.ts";

/**
 * Fills in the defaults. With several domains, each gets an output folder named after its first language, since two
 * domains may have the same paths.
 */
export function resolveLanguages(definitions: readonly LanguageDefinition[]): Languages {
  const originOf = ({ origin = "" }: LanguageDefinition) => normalOrigin(origin);
  const hasDomains = new Set(definitions.map(originOf)).size > 1;
  const folderOf = (origin: string) => definitions.find((one) => originOf(one) === origin)?.code ?? "";
  const [first, ...others] = definitions.map((one, index): Language => {
    const { code, locale = code, name = code.toUpperCase() } = one;
    const origin = originOf(one);
    const folder = hasDomains ? folderOf(origin) : "";
    // On its own domain a language needs no prefix.
    const isFirstThere = hasDomains ? folder === code : index === 0;
    const prefix = one.prefix ?? (isFirstThere ? "" : code);
    const home = `/${[folder, prefix].map((part) => (part === "" ? "" : `${part}/`)).join("")}`;
    const ofSpace = definitions.filter((other) => spaceOf(other) === spaceOf(one));
    const dimension = one.dimension ?? (ofSpace[0] === one ? "" : code);
    const further = {
      ...(one.fallback !== undefined && { fallback: fallbackOf(one, ofSpace) }),
      ...(one.space !== undefined && { space: one.space }),
    };
    return { code, locale, name, prefix, origin, dimension, formats: one.formats ?? locale, ...further, folder, home };
  });
  if (!first) throw new Error("A site has at least one language.");
  return [first, ...others];
}

/**
 * The chain of a language: those that it names, each followed by its own chain. The default language ends it, since its
 * text is shown where no other is.
 */
function fallbackOf(language: LanguageDefinition, all: readonly LanguageDefinition[]): readonly string[] | null {
  if (language.fallback === false) return null;
  const chain: string[] = [];
  const follow = ({ fallback = [] }: LanguageDefinition): void => {
    for (const code of fallback === false ? [] : [fallback].flat()) {
      if (code === all[0]?.code) return;
      if (code === language.code || chain.includes(code)) continue;
      chain.push(code);
      const next = all.find((one) => one.code === code);
      if (next) follow(next);
    }
  };
  follow(language);
  return chain;
}
