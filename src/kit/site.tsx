import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from "react";
import type { Payload, Shared } from "../site/api/payload.ts";
import type { RichTextParts } from "./rich-text-parts.ts";
import { type Values, word } from "./word.ts";

/**
 * Components by folder name. Each gets the props of its own schema, so the common type is the one that all components
 * are assignable to: `never` as props.
 */
export type Components = Readonly<Record<string, ComponentType<never>>>;

export interface SiteContext {
  /** What all pages of the language have: site, words, global story. */
  shared: Shared;
  /** What this page has: path, language, head, blocks. */
  payload: Payload;
  /** The site's blocks. */
  components: Components;
  /** In the browser: static blocks whose server markup is kept, by _uid, with the tag. */
  kept?: ReadonlyMap<string, string> | undefined;
  /** The definition's parts of rich text. */
  richText?: RichTextParts | undefined;
}

const Context = createContext<SiteContext | null>(null);

export function SiteProvider({ children, ...site }: SiteContext & { children: ReactNode }): ReactNode {
  const { shared, payload, components, kept, richText } = site;
  const value = useMemo(
    () => ({ shared, payload, components, kept, richText }),
    [shared, payload, components, kept, richText],
  );
  return <Context value={value}>{children}</Context>;
}

/**
 * The page's values: shared state, payload and components.
 *
 * @example
 * export function Path() {
 *   const { payload, shared } = useSite();
 *   return (
 *     <p>
 *       {payload.path} of {shared.site.companyName}
 *     </p>
 *   );
 * }
 */
export function useSite(): SiteContext {
  const value = useContext(Context);
  if (!value) throw new Error("useSite needs a SiteProvider above it");
  return value;
}

/** The site's parts of rich text; none outside of a page, where the kit's own are used. */
export function useRichTextParts(): RichTextParts | undefined {
  return useContext(Context)?.richText;
}

/**
 * Looks up interface words in the page's language. A name without a word gives "", and `sitegen check` says so where the
 * markup of a page asks for it.
 *
 * @example
 * export function Found({ number }: { number: number }) {
 *   const word = useWords();
 *   return <p>{word("found", { number })}</p>;
 * }
 */
export function useWords(): (name: string, values?: Values) => string {
  const { shared } = useSite();
  return (name, values) => word(shared, name, values);
}
