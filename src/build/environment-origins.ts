import type { Config } from "../config/config.ts";
import { sitegenError } from "../errors.ts";
import type { SiteDefinition } from "../site/definition.ts";

/**
 * The definition with the environment's origins for its languages. Throws CONFIG_INVALID (exit 2) for a language
 * without a domain of its own: an environment can change a domain but not add one.
 */
export function withOrigins(
  definition: SiteDefinition,
  { origins = {}, environment, file }: Partial<Pick<Config, "origins" | "environment" | "file">>,
): SiteDefinition {
  const own = definition.languages.filter(({ origin }) => origin !== undefined).map(({ code }) => code);
  const foreign = Object.keys(origins).filter((code) => !own.includes(code));
  if (foreign.length > 0) {
    const there = own.length === 0 ? "no language has an `origin`" : `those with an \`origin\` are ${own.join(", ")}`;
    throw sitegenError("CONFIG_INVALID", {
      message: foreign
        .map((code) => `The key "environments.${environment}.origins.${code}" has no effect: ${there}.`)
        .join("\n"),
      where: file,
    });
  }
  const languages = definition.languages.map((one) => {
    const origin = origins[one.code];
    return origin === undefined ? one : { ...one, origin };
  });
  return { ...definition, languages };
}
