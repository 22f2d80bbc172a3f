/** What is known of a page since it was last rendered. */
import type { Problem } from "../problems/problem.ts";

/** What is stored of a rendered page, enough to decide whether it would change. */
export interface PageRecord {
  /** Hash of the page's route and story. */
  own: string;
  /** Why the page was last rendered. */
  reason: RenderReason;
  /** Number of the build that rendered it. */
  build: number;
  /** Content hashes of index.html and _payload.json. */
  html: string;
  payload: string;
  problems: readonly Problem[];
  /** Names of its blocks. */
  blocks: readonly string[];
  /** Paths of its stylesheets besides the common ones. */
  styles: readonly string[];
  /** Files that it refers to, but for assets and for the pages that its dependencies name. */
  loose: readonly string[];
}

export type RenderReason = "new" | "code" | "shared" | "words" | "story" | "site" | "output";
