import { readFileSync } from "node:fs";
import type { Route } from "../content/site.ts";
import type { Dependency } from "../incremental/kinds.ts";
import type { Problem } from "../problem.ts";
import { contentHash } from "../publish/hash.ts";
import { type MadeFile, makeFile } from "../publish/made-file.ts";
import type { Stage } from "../publish/stage.ts";
import { assemblePage, pageFile, payloadFile, remakePage, renderNamed } from "./make-page.ts";
import { createReferenceFinder, type PageReferences } from "./references.ts";
import type { World } from "./world.ts";

/** A page as a thread hands it over: its files are on disk, so little passes between threads. */
export interface MadeFiles {
  /** Null where the payload came out as it was, and with it the page. */
  html: MadeFile | null;
  payload: MadeFile;
  /** What of the site the page was made from, each once, and what was wrong; null where its payload was kept. */
  found: { dependencies: Dependency[]; problems: Problem[] } | null;
  references: PageReferences | null;
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
  /** The page in out/ is what an equal payload would give again: code and shared state are the last build's. */
  keepsEqual: boolean;
}

export type PageMaker = (route: Route, last: LastFiles) => Made;

/** Turns routes into staged files; the same in every thread. */
export function createPageMaker(world: World, stage: Stage): PageMaker {
  const referencesOf = createReferenceFinder(world);
  return (route, last) => {
    const started = performance.now();
    const made = attempt(route, last, world);
    if (typeof made === "string") return { route, message: made };
    const { html, json, found } = made;
    const page = {
      payload: makeFile(stage, payloadFile(route.path), json, last.payload),
      html: html === null ? null : makeFile(stage, pageFile(route.path), html, last.html),
      found,
      references: html === null ? null : referencesOf(route.lang, html),
      ms: performance.now() - started,
    };
    return { route, page };
  };
}

interface Attempt extends Pick<MadeFiles, "found"> {
  html: string | null;
  json: string;
}

/** One page, or why it could not be made. A payload that comes out as it was needs no render. */
function attempt(route: Route, last: LastFiles, world: World): Attempt | string {
  try {
    if (last.readPayload !== null) {
      world.count("files");
      return { ...remakePage(readFileSync(last.readPayload, "utf8"), world), found: null };
    }
    const { json, dependencies, problems, ...assembled } = assemblePage(route, world);
    const isSame = last.keepsEqual && contentHash(json) === last.payload;
    return { html: isSame ? null : renderNamed(assembled.payload, world), json, found: { dependencies, problems } };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
