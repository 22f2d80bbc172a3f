import type { Payload } from "../../site/api/payload.ts";
import { headerGround } from "./header-ground.ts";
import { firstPictureUid, headlineBlockUid } from "./headline-block.ts";

/** What header and headings need of the whole page. */
export interface PageOutline {
  /** _uid of the block whose headline is the page's h1, or "". */
  lead: string;
  /** _uid of the page's first picture, if it follows a hero without one. */
  picture?: string;
  /** Theme behind the header. */
  ground: "light" | "dark" | "accent";
}

export function outlineOf(payload: Payload): PageOutline {
  const known = payload.outline as PageOutline | undefined; // computed by this function at build time
  if (known) return known;
  const picture = firstPictureUid(payload.page);
  return { lead: headlineBlockUid(payload.page), ...(picture !== "" && { picture }), ground: headerGround(payload) };
}
