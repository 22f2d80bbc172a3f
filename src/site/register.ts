import type { SourceDefinition } from "./sources.ts";

/**
 * Types that a site registers by module augmentation: `interface Register { card: MyCard }` is the type of every
 * relation field and of `reader.card`; `{ data: MyData }` is the type of `layout.data` and `shared.data`; `{ sources:
 * typeof sources }` gives `reader.source` the types of the definition's sources.
 */
export interface Register {
  readonly engine?: never;
}

/** The layout's data from other stories. */
export type SharedData = Register extends { data: infer D } ? D : unknown;

/** The values of each registered source. */
export type SourceTypes = Register extends { sources: infer S }
  ? { readonly [N in keyof S]: S[N] extends SourceDefinition<infer T> ? T : unknown }
  : Record<never, never>;
