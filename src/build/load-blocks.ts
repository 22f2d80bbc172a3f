import { App, type Components } from "../blocks/app.tsx";
import { components } from "../blocks/gen/components.ts";
import { data } from "../blocks/gen/data.ts";
import { interactive } from "../blocks/gen/interactive.ts";
import { schemas } from "../blocks/gen/schemas.ts";
import type { Config } from "../config/config.ts";
import { type BlockCatalogue, createCatalogue, type DataFunction } from "../content/catalogue.ts";
import type { BlockSchema } from "../content/schema/fields.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import { ownBlocksFolder } from "./own-blocks-folder.ts";

export interface LoadedBlocks {
  catalogue: BlockCatalogue;
  components: Components;
  /** Names of blocks whose code the browser needs when it takes a page over (src/blocks/hydration.ts). */
  interactive: Readonly<Record<string, readonly string[]>>;
  /** The tree that all pages are; it comes with the components, whose React context it shares. */
  App: typeof App;
}

interface Registries {
  App: typeof App;
  components: Components;
  interactive: Readonly<Record<string, readonly string[]>>;
  data: Readonly<Record<string, DataFunction>>;
  schemas: readonly BlockSchema[];
}

const OURS: Registries = { App, components, data, interactive, schemas };

/** sitegen's blocks and the site's own, under the configured platform name. */
export async function loadCatalogue(config: Pick<Config, "blocks" | "root" | "site">): Promise<LoadedBlocks> {
  const all = config.blocks ? await loadOwn(ownBlocksFolder(config)) : OURS;
  const { platformName } = config.site;
  const { components, interactive, App } = all;
  return { catalogue: createCatalogue({ ...all, platformName }), components, interactive, App };
}

async function loadOwn(blocks: string): Promise<Registries> {
  const { bundleServer } = await import("../bundle/bundle-server.ts"); // only where a site has blocks of its own
  const code = await bundleServer({ packageRoot: PACKAGE_ROOT, blocks });
  // Our own bundle: its exports are those of the registries.
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`)) as Registries;
}
