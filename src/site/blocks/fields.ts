/**
 * The functions that declare a block's fields. One declaration gives the Storyblok component, the validator, the
 * resolver's rules and the props' types. Plain data without dependencies, for Node and the browser.
 */

import type { Card } from "../api/card.ts";
import type { DatasourceName } from "../api/model.ts";
import type {
  AssetData,
  Block,
  FileData,
  ImageData,
  LinkData,
  OptionData,
  RichTextNode,
  TableData,
} from "../api/payload.ts";
import type { HeadFunction, HeadPage, Nothing, PageHead } from "./head-function.ts";
import type { FieldsOfList } from "./storyblok-types.ts";

type Options = {
  readonly required?: boolean;
  readonly translatable?: boolean;
  readonly description?: string;
  /** Label in the editor; default: the field's name. */
  readonly displayName?: string;
  /** Further keys of the field in the content service, by its names: `{ max_length: 80, regex: "…" }`. */
  readonly editor?: Readonly<Record<string, unknown>>;
};

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

/** Kinds of files that an asset field allows; empty allows all. */
export type Filetype = "images" | "videos" | "audios" | "texts";

/** An option: its value, or its value and label. */
export type Choice = string | { readonly name: string; readonly value: string };

/** Turns a plugin's stored value into what the component gets: plain JSON. May throw if the value is invalid. */
export type PluginReader = (raw: Readonly<Record<string, unknown>>) => unknown;

export type Field =
  | (Options & { readonly type: SimpleType })
  | (Options & {
      readonly type: "asset" | "multiasset";
      readonly filetypes: readonly Filetype[];
      readonly decorative?: true;
    })
  /** Without values every stored value is allowed, for options that another program provides. */
  | (Options & { readonly type: "option" | "options"; readonly values: readonly Choice[] })
  | (Options & { readonly type: "datasource" | "datasources"; readonly source: DatasourceName })
  /** `to` is the component of the stories that can be selected; "" for any. */
  | (Options & { readonly type: "relation" | "relations"; readonly to: PageType | "" })
  /** The uuids of stories of the component `to`, with a page or without; "" for any. */
  | (Options & { readonly type: "story" | "stories"; readonly to: string })
  /** `of` is "section" for all blocks allowed in a page's body, or a list of allowed blocks. */
  | (Options & { readonly type: "blocks"; readonly of: "section" | readonly BlockRef[] })
  | (Options & { readonly type: "plugin"; readonly fieldType: string; readonly read?: PluginReader })
  /** Only arranges the editor's form: fields under a heading, or on a tab. Has no value. */
  | (Options & { readonly type: "section" | "tab"; readonly keys: readonly string[] });

export type Fields = Readonly<Record<string, Field>>;

/** A block by its schema, or by its component's name, so that a block can contain blocks of its own kind. */
export type BlockRef = BlockSchema | string;

/** page: a page type; section: in a page's body; part: inside blocks and alone; item: only inside a block. */
type BlockKind = "page" | "section" | "part" | "item" | "global";

/** What a schema file declares. Omitted values have the most common default. */
export interface BlockDefinition {
  /** The component's name in the content service; default: the name of the file. */
  readonly name?: string;
  /** Default: section. */
  readonly kind?: BlockKind;
  readonly description?: string;
  /**
   * True if the component is interactive: it has state, effects or event handlers. A list of fields if it is
   * interactive only when one of them is filled. Without it, the browser gets the markup alone.
   */
  readonly hydrate?: boolean | readonly string[];
  /**
   * Fields that only the block's kept parts read (`KeptPart` of the kit), with what the rest of the component reads of
   * their entries: `{ kicker: [], stories: ["href", "title"] }`. The document omits everything else. A `_uid` among
   * them says that the component does not use the block's; it is then replaced by a short one. A path refers to the
   * data function's result: `"data.posts"`.
   */
  readonly kept?: KeptFields;
  /**
   * For the global story's block: fields with blocks that most visitors never see, such as a dialog's. Documents do not
   * contain them; the layout shows them with `LateBlocks` of the kit.
   */
  readonly late?: readonly string[];
  /** Tags that the block adds to the head of its page: `(props) => ({ title, meta, link, jsonLd })`. */
  readonly head?: HeadFunction;
  /** Further keys of the component in the content service, by its names: `{ icon: "block-text", color: "#1b1b1b" }`. */
  readonly editor?: Readonly<Record<string, unknown>>;
  readonly fields: Fields;
}

/** Paths of fields, with what remains of each entry. */
export type KeptFields = Readonly<Record<string, readonly string[]>>;

export interface BlockSchema extends Omit<BlockDefinition, "name" | "kind" | "description"> {
  /** The component's name; "Platform" in it is replaced by the configured platform name. */
  readonly name: string;
  readonly kind: BlockKind;
  readonly description: string;
}

/** Declares a block with all values; preserves literal types. */
export const block = <const S extends BlockSchema>(schema: S): S => schema;

/** What `defineBlock` takes: its `head` gets the props that the fields give. */
type Declared<N extends string, F extends Fields> = Omit<BlockDefinition, "name" | "head" | "fields"> & {
  readonly name?: N;
  head?(props: PropsOf<{ name: N; fields: F }>, page: HeadPage): PageHead | Nothing;
  readonly fields: F;
};

/** Declares a block: `export const schema = defineBlock({ fields: { headline: text() } })`. Preserves literal types. */
export const defineBlock = <const N extends string, const F extends Fields>(definition: Declared<N, F>) =>
  ({ name: "", kind: "section", description: "", ...definition }) as Omit<BlockSchema, "name" | "fields"> & {
    readonly name: N;
    readonly fields: F;
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
/** One or several of the space's languages: their codes. */
export const language = simple("language");
export const languages = simple("languages");

/** `decorative`: the picture adds nothing to the text beside it or is never shown, so it needs no alternative text. */
type PictureOptions = Options & { readonly decorative?: true };

export const image = (options: PictureOptions = {}) => ({ type: "asset", filetypes: ["images"], ...options }) as const;
export const images = (options: PictureOptions = {}) =>
  ({ type: "multiasset", filetypes: ["images"], ...options }) as const;
export const video = (options: Options = {}) => ({ type: "asset", filetypes: ["videos"], ...options }) as const;
export const file = (options: Options = {}) => ({ type: "asset", filetypes: ["texts"], ...options }) as const;
/** A file of any kind; for a picture, the component gets the picture too. */
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
/** Another story, of which a data file asks for blocks or fields: `reader.blocks(props.banner, "body")`. It need not have a page. */
export const story = (to = "", options: Options = {}) => ({ type: "story", to, ...options }) as const;
export const stories = (to = "", options: Options = {}) => ({ type: "stories", to, ...options }) as const;
export const blocks = <const S extends readonly BlockRef[]>(of: S, options: Options = {}) =>
  ({ type: "blocks", of, ...options }) as const;
export const sections = (options: Options = {}) => ({ type: "blocks", of: "section", ...options }) as const;
/** A field with a plugin in the editor. Without a reader the component gets the stored value. */
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
/** Fields under a collapsible heading, and fields on a tab. */
export const section = (keys: readonly string[], options: Options = {}) =>
  ({ type: "section", keys, ...options }) as const;
export const tab = (keys: readonly string[], options: Options = {}) => ({ type: "tab", keys, ...options }) as const;

// -- what a component receives ----------------------------------------------

/** The resolved value of a field. Missing or empty content gives "", null, false or []. */
export type ValueOf<F> = F extends { type: "text" | "textarea" | "datetime" | "language" | "story" }
  ? string
  : F extends { type: "languages" | "stories" }
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

/** Blocks given by name have unknown fields. */
type BlocksOf<S> = [S] extends [never] ? Block : S extends string ? Block : PropsOf<S>;

type Layout = { type: "section" | "tab" };

/** React reserves `key`. */
type PropName<K> = K extends "key" ? "key_" : K;

/** A resolved block of one schema: its component's props. */
export type PropsOf<S> = S extends { name: infer N; fields: readonly (infer F)[] }
  ? PropsOf<{ name: N; fields: FieldsOfList<F> }>
  : S extends { name: infer N; fields: infer F }
    ? { component: N & string; _uid: string; _editable?: string; _kept?: boolean } & {
        -readonly [K in keyof F as F[K] extends Layout ? never : PropName<K>]: ValueOf<F[K]>;
      }
    : never;
