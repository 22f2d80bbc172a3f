import type { Components } from "../blocks/app.tsx";
import { components } from "../blocks/gen/components.ts";
import { data } from "../blocks/gen/data.ts";
import { schemas } from "../blocks/gen/schemas.ts";
import type { Config } from "../config/config.ts";
import { type BlockCatalogue, createCatalogue } from "../content/catalogue.ts";

export interface LoadedBlocks {
  catalogue: BlockCatalogue;
  components: Components;
}

/** sitegen's blocks under the configured platform name. */
export async function loadCatalogue(config: Config): Promise<LoadedBlocks> {
  return { catalogue: createCatalogue({ schemas, data, platformName: config.site.platformName }), components };
}
