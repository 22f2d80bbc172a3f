import type { LayoutPart, RoutePart } from "../bundle/site-modules.ts";
import type { BlockCatalogue } from "../content/catalogue.ts";
import type { KeptFields } from "../content/schema/fields.ts";
import type { App } from "../kit/create-app.tsx";
import type { Components } from "../kit/site.tsx";
import type { SiteBlock } from "../site/block-files.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

/** A site's own code, loaded. */
export interface LoadedSite {
  site: ResolvedSite;
  catalogue: BlockCatalogue;
  components: Components;
  /** Blocks whose code the browser needs for hydration, with the fields that make them interactive. */
  interactive: Readonly<Record<string, readonly string[]>>;
  /** Fields of these that only kept parts read, with what remains of them in a document. */
  keptFields: Readonly<Record<string, KeptFields>>;
  /** The root component of all pages, from the same bundle as the blocks, so that they share React context. */
  App: App;
}

/** The same, with the source modules for the browser's bundle. */
export interface LoadedModules extends LoadedSite {
  blocks: SiteBlock[];
  layout: LayoutPart[];
  routes: RoutePart[];
}
