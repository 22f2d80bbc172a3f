/** Consent categories and the tags that wait for them. */

/** One category of optional content. */
export interface ConsentCategory {
  /** Name used in `consent` of a tag and in `useConsent`. */
  readonly code: string;
  /** Heading in the dialog by language; default: the word `consent_<code>`. */
  readonly name?: Readonly<Record<string, string>>;
  /** Explanation in the dialog by language; default: the word `consent_<code>_text`. */
  readonly text?: Readonly<Record<string, string>>;
  /** Always granted: listed in the dialog, but not optional. */
  readonly required?: boolean;
  /** Cookies to delete on withdrawal; a final `*` matches any ending. */
  readonly cookies?: readonly string[];
}

export interface ConsentDefinition {
  /** In addition to `necessary`, which every site with a dialog has. */
  readonly categories: readonly ConsentCategory[];
  /** Ask on the first visit. Default: true if a tag waits for an optional category. */
  readonly ask?: boolean;
  /** The category that lets embedded videos of other services play without asking each time. */
  readonly embeds?: string;
}

/** The category of the cookie that stores the choice. */
export const NECESSARY = "necessary";

export interface ResolvedConsent {
  readonly categories: readonly ResolvedCategory[];
  readonly ask: boolean;
  /** "" if embedded videos always ask. */
  readonly embeds: string;
  /** True if something runs before the visitor opens the dialog: it asks, or tags of a category are loaded. */
  readonly starts: boolean;
}

export interface ResolvedCategory {
  readonly code: string;
  readonly required: boolean;
  readonly cookies: readonly string[];
}

/** Fills in the defaults; null for a site without categories. */
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

/** The categories' texts in one language, by the keys that the dialog uses. */
export function consentWords(definition: ConsentDefinition | undefined, lang: string): Record<string, string> {
  const words = (definition?.categories ?? []).flatMap(({ code, name, text }) => [
    [`consent_${code}`, name?.[lang]],
    [`consent_${code}_text`, text?.[lang]],
  ]);
  return Object.fromEntries(words.filter(([, word]) => word !== undefined));
}
