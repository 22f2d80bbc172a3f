/** What expanding a story's shorthands needs to know of the rest of the folder. */
import { sitegenError } from "../../errors.ts";
import type { AssetInfo } from "../images/asset-address.ts";

export interface ExpandContext {
  /** Named in errors. */
  file: string;
  spaceId: number;
  storyUuid: string;
  /** The uuid of the story at a path; a path that leads nowhere still has one, as a deleted story's link has. */
  uuidOf(slugPath: string): string;
  asset(path: string): AssetInfo;
}

export function brokenAt(context: ExpandContext, path: string, message: string): Error {
  return sitegenError("SPACE_BROKEN", {
    message: `${context.file}: ${path}: ${message}`,
    where: `${context.file} ${path}`,
  });
}

export function trimSlashes(slug: string): string {
  return slug.replace(/^\/+|\/+$/g, "");
}
