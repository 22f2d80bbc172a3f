import type { Route } from "../content/site.ts";
import type { Fact } from "../content/tracking.ts";
import type { Problem } from "../problem.ts";
import { type MadeFile, makeFile } from "../publish/made-file.ts";
import type { Stage } from "../publish/stage.ts";
import { type MadePage, makePage, pageFile, payloadFile } from "./make-page.ts";
import { createReferenceFinder, type PageReferences } from "./references.ts";
import type { World } from "./world.ts";

/** A page as a thread hands it over: its files are on disk, so little passes between threads. */
export interface MadeFiles {
  html: MadeFile;
  payload: MadeFile;
  /** Facts of the site that the page was made from, each once. */
  facts: Fact[];
  problems: Problem[];
  references: PageReferences;
  /** Milliseconds it took to make. */
  ms: number;
}

export type Made = { route: Route } & ({ page: MadeFiles } | { message: string });

/** Content hashes of a page's files as they were published last. */
export interface LastHashes {
  html: string | undefined;
  payload: string | undefined;
}

export type PageMaker = (route: Route, last: LastHashes) => Made;

/** Turns routes into staged files; the same in every thread. */
export function createPageMaker(world: World, stage: Stage): PageMaker {
  const referencesOf = createReferenceFinder(world);
  return (route, last) => {
    const started = performance.now();
    const made = attempt(route, world);
    if (typeof made === "string") return { route, message: made };
    const { html, json, facts, problems } = made;
    const page = {
      payload: makeFile(stage, payloadFile(route.path), json, last.payload),
      html: makeFile(stage, pageFile(route.path), html, last.html),
      facts,
      problems,
      references: referencesOf(route.lang, html),
      ms: performance.now() - started,
    };
    return { route, page };
  };
}

/** One page, or why it could not be made. */
function attempt(route: Route, world: World): MadePage | string {
  try {
    return makePage(route, world);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
