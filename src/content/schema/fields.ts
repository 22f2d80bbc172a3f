/**
 * The vocabulary in which a block's fields are declared: one declaration gives the Storyblok component,
 * the validator, the resolver's rules and the props' types. Plain data, no dependency, any world.
 */

import type { DatasourceName } from "../model.ts";
import type { Block, CardData, FileData, ImageData, LinkData, OptionData, RichTextNode } from "../payload.ts";

interface Common {
  readonly required?: boolean;
  readonly translatable?: boolean;
  readonly description?: string;
}

export type PageType = "Page" | "Careers" | "Industries" | "Insights" | "Solutions" | "SuccessStory";

export type Field =
  | (Common & { readonly type: "text" | "textarea" | "richtext" | "number" | "boolean" | "datetime" | "multilink" })
  | (Common & { readonly type: "asset" | "multiasset"; readonly filetypes: readonly ("images" | "videos" | "texts")[] })
  | (Common & { readonly type: "option"; readonly values: readonly string[] })
  | (Common & { readonly type: "datasource" | "datasources"; readonly source: DatasourceName })
  | (Common & { readonly type: "relation" | "relations"; readonly to: PageType })
  /** `of` is "section" for any block a page's body accepts, or the schemas that are accepted. */
  | (Common & { readonly type: "blocks"; readonly of: "section" | readonly BlockSchema[] });

export type Fields = Readonly<Record<string, Field>>;

export interface BlockSchema {
  /** The component's name; "Platform" in it stands for the configured platform name. */
  readonly name: string;
  /** page: a page type; section: stands in a page's body; part: used inside blocks and alone; item: only inside a block. */
  readonly kind: "page" | "section" | "part" | "item" | "global";
  readonly description: string;
  readonly fields: Fields;
}

type Options = { readonly required?: true; readonly translatable?: true; readonly description?: string };

/** Declares a block; keeps the literal types. */
export const block = <const S extends BlockSchema>(schema: S): S => schema;

const simple =
  <const T extends "text" | "textarea" | "richtext" | "number" | "boolean" | "datetime" | "multilink">(type: T) =>
  (options: Options = {}): { readonly type: T } & Options => ({ type, ...options });

export const text = simple("text");
export const textarea = simple("textarea");
export const richtext = simple("richtext");
export const number = simple("number");
export const boolean = simple("boolean");
export const datetime = simple("datetime");
export const multilink = simple("multilink");

export const image = (options: Options = {}) => ({ type: "asset", filetypes: ["images"], ...options }) as const;
export const images = (options: Options = {}) => ({ type: "multiasset", filetypes: ["images"], ...options }) as const;
export const video = (options: Options = {}) => ({ type: "asset", filetypes: ["videos"], ...options }) as const;
export const file = (options: Options = {}) => ({ type: "asset", filetypes: ["texts"], ...options }) as const;
export const option = <const V extends readonly string[]>(values: V, options: Options = {}) =>
  ({ type: "option", values, ...options }) as const;
export const datasource = <const D extends DatasourceName>(source: D, options: Options = {}) =>
  ({ type: "datasource", source, ...options }) as const;
export const datasources = <const D extends DatasourceName>(source: D, options: Options = {}) =>
  ({ type: "datasources", source, ...options }) as const;
export const relation = <const P extends PageType>(to: P, options: Options = {}) =>
  ({ type: "relation", to, ...options }) as const;
export const relations = <const P extends PageType>(to: P, options: Options = {}) =>
  ({ type: "relations", to, ...options }) as const;
export const blocks = <const S extends readonly BlockSchema[]>(of: S, options: Options = {}) =>
  ({ type: "blocks", of, ...options }) as const;
export const sections = (options: Options = {}) => ({ type: "blocks", of: "section", ...options }) as const;

/** The three fields every section carries (content-model.md). */
export const sectionFields = {
  anchor_id: text(),
  theme: option(["light", "dark", "accent"]),
  invert_trigger: boolean(),
} as const;

/** The four fields every page type carries. */
export const pageFields = {
  meta_title: text({ translatable: true }),
  meta_description: textarea({ translatable: true }),
  og_image: image(),
  noindex: boolean(),
} as const;

/** The three teaser fields of every page type but Page. */
export const teaserFields = {
  teaser_title: text({ translatable: true }),
  teaser_text: textarea({ translatable: true }),
  teaser_image: image(),
} as const;

// -- what a component receives ----------------------------------------------

/** The resolved value of one field. Absent or empty content gives "", null, false or []. */
export type ValueOf<F> = F extends { type: "text" | "textarea" | "datetime" }
  ? string
  : F extends { type: "number" }
    ? number | null
    : F extends { type: "boolean" }
      ? boolean
      : F extends { type: "richtext" }
        ? RichTextNode | null
        : F extends { type: "multilink" }
          ? LinkData | null
          : F extends { type: "asset"; filetypes: readonly ["images"] }
            ? ImageData | null
            : F extends { type: "asset" }
              ? FileData | null
              : F extends { type: "multiasset" }
                ? ImageData[]
                : F extends { type: "option"; values: readonly (infer V)[] }
                  ? V | ""
                  : F extends { type: "datasource" }
                    ? OptionData | null
                    : F extends { type: "datasources" }
                      ? OptionData[]
                      : F extends { type: "relation" }
                        ? CardData | null
                        : F extends { type: "relations" }
                          ? CardData[]
                          : F extends { type: "blocks"; of: readonly (infer S)[] }
                            ? PropsOf<S>[]
                            : F extends { type: "blocks" }
                              ? Block[]
                              : never;

/** A resolved block of one schema: what its component gets as props. */
export type PropsOf<S> = S extends { name: infer N; fields: infer F }
  ? { component: N & string; _uid: string; _editable?: string } & { -readonly [K in keyof F]: ValueOf<F[K]> }
  : never;
