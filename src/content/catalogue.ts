import type { Block, ListingRoute } from "./payload.ts";
import type { ContentReader } from "./reader.ts";
import type { BlockSchema } from "./schema/fields.ts";

/** A block's data file: computes what the block needs of other stories, at build time and in the preview. Pure. */
export type DataFunction = (block: Block, reader: ContentReader, listing: ListingRoute | null) => unknown;

/** All blocks of the site, by the content service's component name. */
export interface BlockCatalogue {
  schema(component: string): BlockSchema | undefined;
  data(name: string): DataFunction | undefined;
  /** All schemas with their actual component names, sorted by schema name. */
  all(): { component: string; schema: BlockSchema }[];
}

/** Replaces "Platform" in a schema's name with the configured platform name (HeroPlatform -> HeroForge), or with "". */
export function componentName(schemaName: string, platformName: string): string {
  return platformName === "" ? schemaName : schemaName.replace("Platform", () => platformName);
}

export function createCatalogue(options: {
  schemas: readonly BlockSchema[];
  data: Readonly<Record<string, DataFunction>>;
  platformName: string;
}): BlockCatalogue {
  const entries = options.schemas
    .map((schema) => ({ component: componentName(schema.name, options.platformName), schema }))
    .sort((a, b) => (a.schema.name < b.schema.name ? -1 : 1));
  const data = new Map(Object.entries(options.data));
  const byComponent = new Map(entries.map((entry) => [entry.component, entry.schema]));
  return {
    schema: (component) => byComponent.get(component),
    data: (name) => data.get(name),
    all: () => entries,
  };
}
