/**
 * The vocabulary in which a block's fields are declared: one declaration gives the Storyblok component,
 * the validator, the resolver's rules and the props' types. Plain data, no dependency; for Node and the browser.
 */

import type { Card } from "../../site/card.ts";
import type { DatasourceName } from "../model.ts";
import type {
  AssetData,
  Block,
  FileData,
  ImageData,
  LinkData,
  OptionData,
  RichTextNode,
  TableData,
} from "../payload.ts";

interface Common {
  readonly required?: boolean;
  readonly translatable?: boolean;
  readonly description?: string;
  /** What the editor reads above the field, where it is not the field's own name. */
  readonly displayName?: string;
}

/** Component name of a page type. */
export type PageType = string;

type SimpleType =
  | "text"
  | "textarea"
  | "richtext"
  | "markdown"
  | "number"
  | "boolean"
  | "datetime"
  | "multilink"
  | "table"
  | "language"
  | "languages";

/** Kinds of files an asset field takes; none means every kind. */
export type Filetype = "images" | "videos" | "audios" | "texts";

/** An entry of a choice: its value, or its value and what the editor reads. */
export type Choice = string | { readonly name: string; readonly value: string };

/** Turns what a plugin stored into what the component gets: plain JSON. It may throw on what it cannot read. */
export type PluginReader = (raw: Readonly<Record<string, unknown>>) => unknown;

export type Field =
  | (Common & { readonly type: SimpleType })
  | (Common & {
      readonly type: "asset" | "multiasset";
      readonly filetypes: readonly Filetype[];
      readonly decorative?: true;
    })
  /** Without values, whatever is stored is taken: for choices that another program fills. */
  | (Common & { readonly type: "option" | "options"; readonly values: readonly Choice[] })
  | (Common & { readonly type: "datasource" | "datasources"; readonly source: DatasourceName })
  /** `to` is the component of the stories that can be chosen; "" for any. */
  | (Common & { readonly type: "relation" | "relations"; readonly to: PageType | "" })
  /** `of` is "section" for any block a page's body accepts, or the blocks that are accepted. */
  | (Common & { readonly type: "blocks"; readonly of: "section" | readonly BlockRef[] })
  | (Common & { readonly type: "plugin"; readonly fieldType: string; readonly read?: PluginReader })
  /** Only how the editor's form is arranged: fields under a heading, or on a tab of their own. They hold nothing. */
  | (Common & { readonly type: "section" | "tab"; readonly keys: readonly string[] });

export type Fields = Readonly<Record<string, Field>>;

/** A block by its schema, or by its component's name: so that a block can hold others of its own kind. */
export type BlockRef = BlockSchema | string;

/** What a schema file declares. What is left out has the value that most blocks have. */
export interface BlockDefinition {
  /** The component's name in the content service, any that it allows; default: the name of the file. */
  readonly name?: string;
  /** Default: section. */
  readonly kind?: BlockSchema["kind"];
  readonly description?: string;
  /**
   * True where the component does something in the browser: state, effects, event handlers. A list of fields where it
   * does so only with one of them filled. Without it the markup is all the browser gets.
   */
  readonly hydrate?: boolean | readonly string[];
  /**
   * Fields that only the block's kept parts read (`KeptPart` of the kit), and what the rest of the component reads of
   * their entries: `{ kicker: [], stories: ["href", "title"] }`. The document carries no more of them. A `_uid` among
   * them says that nothing is made of the block's: it has a short name there instead. A path leads into
   * what the block's data function answers: `"data.posts"`.
   */
  readonly kept?: KeptFields;
  /**
   * Of the global story's block: fields with blocks that most visitors never see, such as those of a dialog. Documents
   * do not carry them; the layout shows them with `LateBlocks` of the kit.
   */
  readonly late?: readonly string[];
  readonly fields: Fields;
}

/** Paths of fields, and of what remains of each entry. */
export type KeptFields = Readonly<Record<string, readonly string[]>>;

export interface BlockSchema {
  /** The component's name; "Platform" in it stands for the configured platform name. */
  readonly name: string;
  /** page: a page type; section: in a page's body; part: used inside blocks and alone; item: only inside a block. */
  readonly kind: "page" | "section" | "part" | "item" | "global";
  readonly description: string;
  readonly hydrate?: boolean | readonly string[];
  readonly kept?: KeptFields;
  readonly late?: readonly string[];
  readonly fields: Fields;
}

type Options = {
  readonly required?: true;
  readonly translatable?: true;
  readonly description?: string;
  readonly displayName?: string;
};

/** Declares a block with all its values; keeps the literal types. */
export const block = <const S extends BlockSchema>(schema: S): S => schema;

type Named<S extends BlockDefinition> = S["name"] extends string ? S["name"] : string;

/** Declares a block: `export const schema = defineBlock({ fields: { headline: text() } })`. Keeps the literal types. */
export const defineBlock = <const S extends BlockDefinition>(definition: S) =>
  ({ name: "", kind: "section", description: "", ...definition }) as Omit<BlockSchema, "name" | "fields"> & {
    readonly name: Named<S>;
    readonly fields: S["fields"];
  };

const simple =
  <const T extends SimpleType>(type: T) =>
  (options: Options = {}): { readonly type: T } & Options => ({ type, ...options });

export const text = simple("text");
export const textarea = simple("textarea");
export const richtext = simple("richtext");
export const markdown = simple("markdown");
export const number = simple("number");
export const boolean = simple("boolean");
export const datetime = simple("datetime");
export const multilink = simple("multilink");
export const table = simple("table");
/** One of the space's languages, or several: their codes. */
export const language = simple("language");
export const languages = simple("languages");

/** `decorative`: the words beside the picture say the same, or no visitor sees it, so it needs no alternative text. */
type PictureOptions = Options & { readonly decorative?: true };

export const image = (options: PictureOptions = {}) => ({ type: "asset", filetypes: ["images"], ...options }) as const;
export const images = (options: PictureOptions = {}) =>
  ({ type: "multiasset", filetypes: ["images"], ...options }) as const;
export const video = (options: Options = {}) => ({ type: "asset", filetypes: ["videos"], ...options }) as const;
export const file = (options: Options = {}) => ({ type: "asset", filetypes: ["texts"], ...options }) as const;
/** A file of any kind; of a picture the component gets the picture too. */
export const asset = (options: PictureOptions = {}) => ({ type: "asset", filetypes: [], ...options }) as const;
export const assets = (options: Options = {}) => ({ type: "multiasset", filetypes: [], ...options }) as const;
export const option = <const V extends readonly Choice[]>(values: V, options: Options = {}) =>
  ({ type: "option", values, ...options }) as const;
export const options = <const V extends readonly Choice[]>(values: V, options: Options = {}) =>
  ({ type: "options", values, ...options }) as const;
export const datasource = <const D extends DatasourceName>(source: D, options: Options = {}) =>
  ({ type: "datasource", source, ...options }) as const;
export const datasources = <const D extends DatasourceName>(source: D, options: Options = {}) =>
  ({ type: "datasources", source, ...options }) as const;
export const relation = <const P extends PageType | "">(to: P, options: Options = {}) =>
  ({ type: "relation", to, ...options }) as const;
export const relations = <const P extends PageType | "">(to: P, options: Options = {}) =>
  ({ type: "relations", to, ...options }) as const;
export const blocks = <const S extends readonly BlockRef[]>(of: S, options: Options = {}) =>
  ({ type: "blocks", of, ...options }) as const;
export const sections = (options: Options = {}) => ({ type: "blocks", of: "section", ...options }) as const;
/** A field that a plugin draws in the editor. Without a reader the component gets what the plugin stored. */
export const plugin = <T = unknown>(
  fieldType: string,
  read?: (raw: Readonly<Record<string, unknown>>) => T,
  options: Options = {},
): {
  readonly type: "plugin";
  readonly fieldType: string;
  readonly read?: (raw: Readonly<Record<string, unknown>>) => T;
} & Options => ({
  type: "plugin",
  fieldType,
  ...(read && { read }),
  ...options,
});
/** Fields under a heading that the editor can fold, and fields on a tab of their own. */
export const section = (keys: readonly string[], options: Options = {}) =>
  ({ type: "section", keys, ...options }) as const;
export const tab = (keys: readonly string[], options: Options = {}) => ({ type: "tab", keys, ...options }) as const;

// -- what a component receives ----------------------------------------------

/** The resolved value of one field. Absent or empty content gives "", null, false or []. */
export type ValueOf<F> = F extends { type: "text" | "textarea" | "datetime" | "language" }
  ? string
  : F extends { type: "languages" }
    ? string[]
    : F extends { type: "number" }
      ? number | null
      : F extends { type: "boolean" }
        ? boolean
        : F extends { type: "richtext" | "markdown" }
          ? RichTextNode | null
          : F extends { type: "table" }
            ? TableData | null
            : F extends { type: "multilink" }
              ? LinkData | null
              : F extends { type: "plugin"; read: (raw: never) => infer T }
                ? T | null
                : F extends { type: "plugin"; read?: (raw: never) => infer T }
                  ? T | null
                  : ValueOfMany<F>;

type ValueOfMany<F> = F extends { type: "asset"; filetypes: readonly ["images"] }
  ? ImageData | null
  : F extends { type: "asset"; filetypes: readonly [] }
    ? AssetData | null
    : F extends { type: "asset" }
      ? FileData | null
      : F extends { type: "multiasset"; filetypes: readonly ["images"] }
        ? ImageData[]
        : F extends { type: "multiasset" }
          ? AssetData[]
          : F extends { type: "option"; values: readonly (infer C)[] }
            ? ChoiceValue<C> | ""
            : F extends { type: "options"; values: readonly (infer C)[] }
              ? ChoiceValue<C>[]
              : F extends { type: "datasource" }
                ? OptionData | null
                : F extends { type: "datasources" }
                  ? OptionData[]
                  : F extends { type: "relation" }
                    ? Card | null
                    : F extends { type: "relations" }
                      ? Card[]
                      : F extends { type: "blocks"; of: readonly (infer S)[] }
                        ? BlocksOf<S>[]
                        : F extends { type: "blocks" }
                          ? Block[]
                          : never;

type ChoiceValue<C> = [C] extends [never] ? string : C extends { value: infer V } ? V : C;

/** Blocks that are named say nothing of their fields. */
type BlocksOf<S> = [S] extends [never] ? Block : S extends string ? Block : PropsOf<S>;

type Layout = { type: "section" | "tab" };

/** React keeps `key` for itself. */
type PropName<K> = K extends "key" ? "key_" : K;

/** A resolved block of one schema: what its component gets as props. */
export type PropsOf<S> = S extends { name: infer N; fields: infer F }
  ? { component: N & string; _uid: string; _editable?: string; _kept?: boolean } & {
      -readonly [K in keyof F as F[K] extends Layout ? never : PropName<K>]: ValueOf<F[K]>;
    }
  : never;
