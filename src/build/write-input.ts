import type { StorySummaries } from "../content/site.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import type { RedirectOutput } from "../redirects/build.ts";
import type { BuildOptions } from "./build-options.ts";
import type { GatheredAssets } from "./gather-assets.ts";
import type { PreparedClient } from "./prepare-client.ts";
import type { RenderContext } from "./render-context.ts";

/** Input for everything that is not a story's page. */
export interface WriteInput extends Pick<BuildOptions, "config"> {
  context: RenderContext;
  output: OutputTransaction;
  client: PreparedClient;
  assets: GatheredAssets;
  redirects: RedirectOutput;
  summaries: StorySummaries;
}
