/** Messages between the render pool, its threads and their script. */
import type { Config } from "../config/config.ts";
import type { AssetRecord } from "../content/asset.ts";
import type { Space } from "../content/model.ts";
import type { Route } from "../content/site.ts";
import type { SourceRow } from "../content/source-values.ts";
import type { StageLocation } from "../publish/stage.ts";
import type { RenderContextInput } from "./render-context.ts";
import type { LastFiles, WrittenPage } from "./write-page.ts";

export interface PageTask {
  route: Route;
  /** Only the shared state has changed: the published payload is still right, except for the shared state's name. */
  keepsPayload: boolean;
  /** The page in out/ fits its payload: if the new payload is the same, nothing is rendered. */
  keepsEqual: boolean;
  /** The page's dependencies, if `keepsPayload`. */
  dependencies: readonly string[];
}

/** Renders pages in this thread or another one. */
export interface Renderer {
  /** Batches it may hold at once: a worker thread must not wait for this thread between two. */
  depth: number;
  make(tasks: readonly PageTask[]): Promise<WrittenPage[]>;
}

/** A page to render, as sent to a thread. */
export interface RenderJob {
  route: Route;
  last: LastFiles;
  /** The story as JSON in UTF-8; "same" if it is that of the thread's last page, null if none is needed. */
  story: Uint8Array<ArrayBuffer> | "same" | null;
  /** Another story, which the page needed when the thread made it the first time; null if there is none. */
  other?: { key: string; story: Uint8Array<ArrayBuffer> | null };
}

/** A page that a thread cannot make before it is sent a story, named by the language of its response and its uuid. */
export interface NeedyPage {
  route: Route;
  needs: string;
}

/** What a thread needs to load the site's code. */
export interface WorkerStart {
  config: Config;
  stateDir: string;
}

/** What a thread creates its render context from. */
export interface WorkerInput extends Pick<RenderContextInput, "config" | "settings" | "bundle" | "icons"> {
  assets: ReadonlyMap<string, AssetRecord>;
  site: Omit<RenderContextInput["site"], "problems" | "lists">;
  space: Pick<Space, "cv" | "global" | "datasources">;
  /** Rows of the site's own sources. */
  values: Readonly<Record<string, readonly SourceRow[]>>;
  stage: StageLocation;
  /** Prefix that keeps this thread's files apart from those of others. */
  name: string;
}

/** Messages to a thread: the input first, then batches. */
export type WorkerMessage = { input: WorkerInput } | { id: number; jobs: readonly RenderJob[] };

/** A finished batch. */
export interface WorkerReply {
  id: number;
  made: WrittenPage[];
  needy: NeedyPage[];
  /** Bytes of this thread's heap in use. */
  heap: number;
}
