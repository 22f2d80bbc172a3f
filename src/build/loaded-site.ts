import type { LayoutPart } from "../bundle/site-modules.ts";
import type { BlockCatalogue } from "../content/catalogue.ts";
import type { KeptFields } from "../content/schema/fields.ts";
import type { App } from "../kit/create-app.tsx";
import type { Components } from "../kit/site.tsx";
import type { SiteBlock } from "../site/block-files.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

/** What a site's own code gives the program. */
export interface LoadedSite {
  site: ResolvedSite;
  catalogue: BlockCatalogue;
  components: Components;
  /** Blocks whose code the browser needs when it takes a page over, and the fields that make them need it. */
  interactive: Readonly<Record<string, readonly string[]>>;
  /** Fields of these that only kept parts read, and what remains of them in a document. */
  keptFields: Readonly<Record<string, KeptFields>>;
  /** The tree that all pages are; it comes with the components, whose React context it shares. */
  App: App;
}

/** The same with the modules it came from: what the browser's bundle is made of. */
export interface LoadedModules extends LoadedSite {
  blocks: SiteBlock[];
  layout: LayoutPart[];
}
