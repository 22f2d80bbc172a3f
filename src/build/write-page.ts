import { readFileSync } from "node:fs";
import type { Route } from "../content/site.ts";
import type { Dependency } from "../incremental/dependency-kinds.ts";
import type { Problem } from "../problem.ts";
import { contentHash } from "../publish/content-hash.ts";
import { type RenderedFile, stageIfChanged } from "../publish/rendered-file.ts";
import type { Stage } from "../publish/stage.ts";
import { withPageDeadline } from "./page-deadline.ts";
import { pageFile, payloadFile } from "./page-files.ts";
import { createReferenceFinder, type PageReferences } from "./page-references.ts";
import type { RenderContext } from "./render-context.ts";
import { renderLocatingErrors, rerenderPage } from "./render-payload.ts";
import { resolvePage } from "./render-route.ts";

/** A written page. Its files are on disk, so that threads exchange little data. */
export interface WrittenFiles {
  /** Null if the payload did not change and the page need not be written. */
  html: RenderedFile | null;
  payload: RenderedFile;
  /** Block names, dependencies and problems of the page; null if its payload was kept. */
  found: { blocks: string[]; dependencies: Dependency[]; problems: Problem[] } | null;
  references: PageReferences;
  /** Milliseconds it took to make. */
  ms: number;
}

export type WrittenPage = { route: Route } & ({ page: WrittenFiles } | { message: string });

/** A page's files as last published. */
export interface LastFiles {
  /** Content hashes. */
  html: string | undefined;
  payload: string | undefined;
  /** The payload's file, if it is still right; otherwise null. */
  readPayload: string | null;
  /** The page's file, if it can be kept when the payload is the same: code and shared state have not changed. */
  readHtml: string | null;
  /** The page's dependencies, if its payload is still right. */
  dependencies: readonly string[];
}

export type WritePage = (route: Route, last: LastFiles) => WrittenPage;

/** Renders routes into staged files; the same in every thread. */
export function createPageWriter(context: RenderContext, stage: Stage): WritePage {
  const referencesOf = createReferenceFinder(context);
  return (route, last) => {
    const started = performance.now();
    const made = attempt(() => makePage(route, last, context));
    if (typeof made === "string") return { route, message: made };
    const { html, isKept, json, found } = made;
    const dependencies = found?.dependencies ?? last.dependencies;
    const page = {
      payload: stageIfChanged(stage, payloadFile(route.path), json, last.payload),
      html: isKept ? null : stageIfChanged(stage, pageFile(route.path), html, last.html),
      found,
      references: referencesOf({ ...route, dependencies }, html),
      ms: performance.now() - started,
    };
    return { route, page };
  };
}

interface MadePage extends Pick<WrittenFiles, "found"> {
  html: string;
  /** True if that is the last build's file. */
  isKept: boolean;
  json: string;
}

/** One page, or why it failed. */
function attempt(make: () => MadePage): MadePage | string {
  try {
    return withPageDeadline(make);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** An unchanged payload is not rendered again. */
function makePage(route: Route, last: LastFiles, context: RenderContext): MadePage {
  if (last.readPayload !== null) {
    return { ...rerenderPage(readText(last.readPayload, context), context), isKept: false, found: null };
  }
  const { json, blocks, dependencies, problems, ...assembled } = resolvePage(route, context);
  const found = { blocks, dependencies, problems };
  if (last.readHtml !== null && contentHash(json) === last.payload)
    return { html: readText(last.readHtml, context), isKept: true, json, found };
  return { html: renderLocatingErrors(assembled.payload, context), isKept: false, json, found };
}

function readText(file: string, { count }: RenderContext): string {
  count("files");
  return readFileSync(file, "utf8");
}
