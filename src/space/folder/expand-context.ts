/** What is needed of the rest of the folder to expand a story's shorthands. */
import { sitegenError } from "../../problems/errors.ts";
import type { AssetInfo } from "../images/asset-url.ts";

export interface ExpandContext {
  /** For error messages. */
  file: string;
  spaceId: number;
  storyUuid: string;
  /** The uuid of the story at a path; a wrong path has one too, like a link to a deleted story. */
  uuidOf(slugPath: string): string;
  asset(path: string): AssetInfo;
}

export function fileErrorAt(context: ExpandContext, path: string, message: string): Error {
  return sitegenError("SPACE_BROKEN", {
    message: `${context.file}: ${path}: ${message}`,
    where: `${context.file} ${path}`,
  });
}

export function trimSlashes(slug: string): string {
  return slug.replace(/^\/+|\/+$/g, "");
}
