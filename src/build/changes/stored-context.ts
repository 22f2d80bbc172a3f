import type { Config } from "../../config/config.ts";
import type { AssetLookup } from "../../content/asset.ts";
import type { Space } from "../../content/model.ts";
import type { Site } from "../../content/site.ts";
import type { TestHooks } from "../../incremental/test-hooks.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { OpenedSite } from "../open-site.ts";
import type { PreparedClient } from "../prepare-client.ts";
import { createRenderContext, type RenderContext } from "../render-context.ts";
import { siteSettings } from "../site-settings.ts";

/** What pages are rendered with, from the last build's store instead of the whole site. */
export async function storedContext(
  opened: Pick<OpenedSite, "load">,
  input: {
    config: Config;
    definition: ResolvedSite;
    client: PreparedClient;
    space: Space;
    site: Site;
    assets: AssetLookup;
    testHooks?: TestHooks | undefined;
  },
): Promise<RenderContext> {
  const { config, definition, client, space, site, assets, testHooks } = input;
  const { site: _, ...blocks } = await opened.load();
  const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
  const given = { config, space, site, definition, settings, assets, filenames: [], testHooks };
  return createRenderContext({ ...given, ...blocks, ...client });
}
