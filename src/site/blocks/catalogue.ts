import type { Block, ListingRoute } from "../api/payload.ts";
import type { ContentReader } from "../api/reader.ts";
import type { BlockSchema } from "./fields.ts";

/** A block's data file: computes what the block needs of other stories, at build time and in the preview. Pure. */
export type DataFunction = (block: Block, reader: ContentReader, listing: ListingRoute | null) => unknown;

export type BlockCatalogue = ReturnType<typeof createCatalogue>;

export interface CatalogueFiles {
  definition: string;
  /** Schemas by the block's name. */
  blocks: Readonly<Record<string, string>>;
}

/** Replaces "Platform" in a schema's name with the configured platform name (HeroPlatform -> HeroForge), or with "". */
export function componentName(schemaName: string, platformName: string): string {
  return platformName === "" ? schemaName : schemaName.replace("Platform", () => platformName);
}

/** All blocks of the site, by the content service's component name. */
export function createCatalogue(options: {
  schemas: readonly BlockSchema[];
  data: Readonly<Record<string, DataFunction>>;
  platformName: string;
  /** Names of the blocks with a component. Default: all whose kind needs one. */
  shown?: ReadonlySet<string>;
  /** File names for messages. */
  files?: CatalogueFiles;
}) {
  const entries = options.schemas
    .map((schema) => ({ component: componentName(schema.name, options.platformName), schema }))
    .sort((a, b) => (a.schema.name < b.schema.name ? -1 : 1));
  const data = new Map(Object.entries(options.data));
  const byComponent = new Map(entries.map((entry) => [entry.component, entry.schema]));
  return {
    schema: (component: string) => byComponent.get(component),
    data: (name: string) => data.get(name),
    /** Whether the block has a component of its own, which a page that shows it loads. */
    isShown: ({ name, kind }: BlockSchema) => options.shown?.has(name) ?? (kind !== "item" && kind !== "global"),
    /** Functions that add tags to a page's head, by the block's name. */
    heads: new Map(entries.flatMap(({ schema }) => (schema.head ? [[schema.name, schema.head] as const] : []))),
    files: options.files ?? { definition: "site.ts", blocks: {} },
    /** All schemas with their actual component names, sorted by schema name. */
    all: () => entries,
  };
}
