import type { ResolvedSite } from "../site/resolve-site.ts";
import type { PageInput } from "./page-input.ts";

/** What a page's head is made from. */
export interface HeadInput extends PageInput {
  definition: ResolvedSite;
}
