import { readFileSync } from "node:fs";
import type { Route } from "../content/site.ts";
import type { Fact } from "../content/tracking.ts";
import type { Problem } from "../problem.ts";
import { type MadeFile, makeFile } from "../publish/made-file.ts";
import type { Stage } from "../publish/stage.ts";
import { type MadePage, makePage, pageFile, payloadFile, remakePage } from "./make-page.ts";
import { createReferenceFinder, type PageReferences } from "./references.ts";
import type { World } from "./world.ts";

/** A page as a thread hands it over: its files are on disk, so little passes between threads. */
export interface MadeFiles {
  html: MadeFile;
  payload: MadeFile;
  /** Facts of the site that the page was made from, each once, and what was wrong; null where its payload was kept. */
  found: { facts: Fact[]; problems: Problem[] } | null;
  references: PageReferences;
  /** Milliseconds it took to make. */
  ms: number;
}

export type Made = { route: Route } & ({ page: MadeFiles } | { message: string });

/** A page's files as they were published last. */
export interface LastFiles {
  /** Content hashes. */
  html: string | undefined;
  payload: string | undefined;
  /** File to take the payload from, where it is this build's too; else null. */
  readPayload: string | null;
}

export type PageMaker = (route: Route, last: LastFiles) => Made;

/** Turns routes into staged files; the same in every thread. */
export function createPageMaker(world: World, stage: Stage): PageMaker {
  const referencesOf = createReferenceFinder(world);
  return (route, last) => {
    const started = performance.now();
    const made = attempt(route, last.readPayload, world);
    if (typeof made === "string") return { route, message: made };
    const { html, json, found } = made;
    const page = {
      payload: makeFile(stage, payloadFile(route.path), json, last.payload),
      html: makeFile(stage, pageFile(route.path), html, last.html),
      found,
      references: referencesOf(route.lang, html),
      ms: performance.now() - started,
    };
    return { route, page };
  };
}

/** One page, or why it could not be made. */
function attempt(
  route: Route,
  readPayload: string | null,
  world: World,
): (Pick<MadePage, "html" | "json"> & Pick<MadeFiles, "found">) | string {
  try {
    if (readPayload !== null) return { ...remakePage(readFileSync(readPayload, "utf8"), world), found: null };
    const { html, json, facts, problems } = makePage(route, world);
    return { html, json, found: { facts, problems } };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
