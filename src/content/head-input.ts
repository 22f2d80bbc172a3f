import type { ResolvedSite } from "../site/resolve-site.ts";
import type { BlockCatalogue } from "./catalogue.ts";
import type { PageInput } from "./page-input.ts";

/** Input for a page's head. */
export interface HeadInput extends PageInput {
  definition: ResolvedSite;
  catalogue: BlockCatalogue;
}
