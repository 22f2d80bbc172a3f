import type { Block, ListingRoute } from "./payload.ts";
import type { ContentReader } from "./reader.ts";
import type { BlockSchema } from "./schema/fields.ts";

/** A block's data file: what it needs of other stories, computed at build time (and in the preview). Pure. */
export type DataFunction = (block: Block, reader: ContentReader, listing: ListingRoute | null) => unknown;

/** Every block the site knows, by the component name that the content service uses. */
export interface BlockCatalogue {
  schema(component: string): BlockSchema | undefined;
  data(name: string): DataFunction | undefined;
  /** All schemas with their real component names, in the order of their own names. */
  all(): { component: string; schema: BlockSchema }[];
}

/** "Platform" in a schema's name stands for the configured platform name (HeroPlatform -> HeroForge); "" for none. */
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
