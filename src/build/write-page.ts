import { readFileSync } from "node:fs";
import type { Route } from "../content/site.ts";
import type { Dependency } from "../incremental/dependency-kinds.ts";
import type { Problem } from "../problem.ts";
import { contentHash } from "../publish/content-hash.ts";
import { type RenderedFile, stageIfChanged } from "../publish/rendered-file.ts";
import type { Stage } from "../publish/stage.ts";
import { pageFile, payloadFile } from "./page-files.ts";
import { createReferenceFinder, type PageReferences } from "./page-references.ts";
import type { RenderContext } from "./render-context.ts";
import { renderLocatingErrors, rerenderPage, resolvePage } from "./render-route.ts";

/** A page as a thread hands it over: its files are on disk, so little passes between threads. */
export interface WrittenFiles {
  /** Null where the payload came out as it was, and with it the page. */
  html: RenderedFile | null;
  payload: RenderedFile;
  /** Names of its blocks, what of the site it was made from, and what was wrong; null where its payload was kept. */
  found: { blocks: string[]; dependencies: Dependency[]; problems: Problem[] } | null;
  references: PageReferences | null;
  /** Milliseconds it took to make. */
  ms: number;
}

export type WrittenPage = { route: Route } & ({ page: WrittenFiles } | { message: string });

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

export type WritePage = (route: Route, last: LastFiles) => WrittenPage;

/** Turns routes into staged files; the same in every thread. */
export function createPageWriter(context: RenderContext, stage: Stage): WritePage {
  const referencesOf = createReferenceFinder(context);
  return (route, last) => {
    const started = performance.now();
    const made = attempt(route, last, context);
    if (typeof made === "string") return { route, message: made };
    const { html, json, found } = made;
    const page = {
      payload: stageIfChanged(stage, payloadFile(route.path), json, last.payload),
      html: html === null ? null : stageIfChanged(stage, pageFile(route.path), html, last.html),
      found,
      references: html === null ? null : referencesOf(route.lang, html),
      ms: performance.now() - started,
    };
    return { route, page };
  };
}

interface Attempt extends Pick<WrittenFiles, "found"> {
  html: string | null;
  json: string;
}

/** One page, or why it could not be made. A payload that comes out as it was needs no render. */
function attempt(route: Route, last: LastFiles, context: RenderContext): Attempt | string {
  try {
    if (last.readPayload !== null) {
      context.count("files");
      return { ...rerenderPage(readFileSync(last.readPayload, "utf8"), context), found: null };
    }
    const { json, blocks, dependencies, problems, ...assembled } = resolvePage(route, context);
    const isSame = last.keepsEqual && contentHash(json) === last.payload;
    return {
      html: isSame ? null : renderLocatingErrors(assembled.payload, context),
      json,
      found: { blocks, dependencies, problems },
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
