import type { Config } from "../../config/config.ts";
import { bundleInMemory } from "../client-cache.ts";
import { gatherRedirects } from "../gather-redirects.ts";
import type { MappedSpace } from "../map-space.ts";
import type { OnDemandAssets } from "../on-demand-assets.ts";
import { createOpenedSite } from "../open-site.ts";
import { withOwnRoutes } from "../own-routes.ts";
import { type PreparedCode, toPreparedClient } from "../prepare-client.ts";
import type { RenderContext } from "../render-context.ts";
import { siteSettings } from "../site-settings.ts";
import { createDevFiles, type DevFiles } from "./dev-files.ts";
import type { CodeVersion } from "./site-code.ts";

/** One version of a site: its code and content, and the files made from them. */
export interface DevVersion {
  prepared: PreparedCode;
  context: RenderContext;
  files: DevFiles;
}

/** The same steps as in a build, up to the pages. */
export async function createDevVersion(options: {
  config: Config;
  stateDir: string;
  code: CodeVersion;
  mapped: MappedSpace;
  values: RenderContext["values"];
  assets: OnDemandAssets;
  onPage: (path: string, ms: number) => void;
}): Promise<DevVersion> {
  const { config, stateDir, code, mapped, values, assets, onPage } = options;
  const { site, stories, definition } = mapped;
  const { space } = mapped.pulled;
  const filenames = stories.assets(space);
  await assets.gather(new Set(filenames));
  const { bundled, loaded, bundle } = code;
  const client = toPreparedClient({ config, site: bundled, bundle: bundleInMemory(bundle), stateDir });
  const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
  const { site: _, ...blocks } = loaded;
  const given = { config, space, values, site, definition, settings, assets: assets.lookup };
  const context = withOwnRoutes({ ...given, ...blocks, ...client });
  const redirects = await gatherRedirects(config, { ...mapped, site: context.site });
  const files = createDevFiles({
    config,
    stateDir,
    context,
    client,
    clientFiles: await client.files(),
    siteFiles: await client.siteFiles(),
    assets,
    redirects,
    summaries: stories.summaries(),
    onPage,
  });
  return { prepared: { opened: createOpenedSite(bundled, async () => loaded, config), client }, context, files };
}
