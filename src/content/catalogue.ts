import type { HeadFunction } from "./head-function.ts";
import type { Block, ListingRoute } from "./payload.ts";
import type { ContentReader } from "./reader.ts";
import type { BlockSchema } from "./schema/fields.ts";

/** A block's data file: computes what the block needs of other stories, at build time and in the preview. Pure. */
export type DataFunction = (block: Block, reader: ContentReader, listing: ListingRoute | null) => unknown;

/** All blocks of the site, by the content service's component name. */
export interface BlockCatalogue {
  schema(component: string): BlockSchema | undefined;
  data(name: string): DataFunction | undefined;
  /** Whether the block has a component of its own, which a page that shows it loads. */
  isShown(schema: BlockSchema): boolean;
  /** Functions that add tags to a page's head, by the block's name. */
  readonly heads: ReadonlyMap<string, HeadFunction>;
  /** File names for messages. */
  readonly files: CatalogueFiles;
  /** All schemas with their actual component names, sorted by schema name. */
  all(): { component: string; schema: BlockSchema }[];
}

export interface CatalogueFiles {
  definition: string;
  /** Schemas by the block's name. */
  blocks: Readonly<Record<string, string>>;
}

/** Replaces "Platform" in a schema's name with the configured platform name (HeroPlatform -> HeroForge), or with "". */
export function componentName(schemaName: string, platformName: string): string {
  return platformName === "" ? schemaName : schemaName.replace("Platform", () => platformName);
}

export function createCatalogue(options: {
  schemas: readonly BlockSchema[];
  data: Readonly<Record<string, DataFunction>>;
  platformName: string;
  /** Names of the blocks with a component. Default: all whose kind needs one. */
  shown?: ReadonlySet<string>;
  files?: CatalogueFiles;
}): BlockCatalogue {
  const entries = options.schemas
    .map((schema) => ({ component: componentName(schema.name, options.platformName), schema }))
    .sort((a, b) => (a.schema.name < b.schema.name ? -1 : 1));
  const data = new Map(Object.entries(options.data));
  const byComponent = new Map(entries.map((entry) => [entry.component, entry.schema]));
  return {
    schema: (component) => byComponent.get(component),
    data: (name) => data.get(name),
    isShown: ({ name, kind }) => options.shown?.has(name) ?? (kind !== "item" && kind !== "global"),
    heads: new Map(entries.flatMap(({ schema }) => (schema.head ? [[schema.name, schema.head] as const] : []))),
    files: options.files ?? { definition: "site.ts", blocks: {} },
    all: () => entries,
  };
}
