import type { ResolvedSite } from "../site/resolve-site.ts";
import type { BlockCatalogue } from "./catalogue.ts";
import type { PageInput } from "./page-input.ts";

/** Everything that a page's head is built from. */
export interface HeadInput extends PageInput {
  definition: ResolvedSite;
  catalogue: BlockCatalogue;
}
