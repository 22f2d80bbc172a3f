/** What visitors decide on before it is loaded: categories, and the tags that wait for them. */

/** One category of optional content. */
export interface ConsentCategory {
  /** What `consent` of a tag and `useConsent` name. */
  readonly code: string;
  /** Heading in the dialog by language; the word `consent_<code>` when absent. */
  readonly name?: Readonly<Record<string, string>>;
  /** Explanation in the dialog by language; the word `consent_<code>_text` when absent. */
  readonly text?: Readonly<Record<string, string>>;
  /** Always allowed: listed in the dialog, but not a choice. */
  readonly required?: boolean;
  /** Cookies that are deleted on withdrawal; a `*` at the end stands for any ending. */
  readonly cookies?: readonly string[];
}

export interface ConsentDefinition {
  /** Besides `necessary`, which every site with a dialog has. */
  readonly categories: readonly ConsentCategory[];
  /** Ask on the first visit. Default: true where a tag waits for an optional category. */
  readonly ask?: boolean;
  /** The category that allows embedded videos of other services to play without asking each time. */
  readonly embeds?: string;
}

/** The category of the cookie that stores the choice. */
export const NECESSARY = "necessary";

export interface ResolvedConsent {
  readonly categories: readonly ResolvedCategory[];
  readonly ask: boolean;
  /** "" where embedded videos always ask. */
  readonly embeds: string;
  /** Something happens before the visitor opens the dialog: it asks, or tags of a category are loaded. */
  readonly starts: boolean;
}

export interface ResolvedCategory {
  readonly code: string;
  readonly required: boolean;
  readonly cookies: readonly string[];
}

/** Fills in the defaults; null for a site that has no categories. */
export function resolveConsent(
  definition: ConsentDefinition | undefined,
  tags: readonly { readonly consent?: string }[],
): ResolvedConsent | null {
  if (!definition || definition.categories.length === 0) return null;
  const own = definition.categories.map(({ code, required = false, cookies = [] }) => ({
    code,
    required: required || code === NECESSARY,
    cookies,
  }));
  const necessary = own.some(({ code }) => code === NECESSARY)
    ? []
    : [{ code: NECESSARY, required: true, cookies: [] }];
  const optional = new Set(own.filter(({ required }) => !required).map(({ code }) => code));
  const isGated = tags.some(({ consent }) => consent !== undefined && optional.has(consent));
  const ask = (definition.ask ?? isGated) && optional.size > 0;
  return { categories: [...necessary, ...own], ask, embeds: definition.embeds ?? "", starts: ask || isGated };
}

/** The categories' words in one language, by the names that the dialog looks up. */
export function consentWords(definition: ConsentDefinition | undefined, lang: string): Record<string, string> {
  const words = (definition?.categories ?? []).flatMap(({ code, name, text }) => [
    [`consent_${code}`, name?.[lang]],
    [`consent_${code}_text`, text?.[lang]],
  ]);
  return Object.fromEntries(words.filter(([, word]) => word !== undefined));
}
