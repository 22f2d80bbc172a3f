/** What the render pool, its threads and their program say to each other. */
import type { Config } from "../config/config.ts";
import type { AssetRecord } from "../content/asset.ts";
import type { Space } from "../content/model.ts";
import type { Route } from "../content/site.ts";
import type { StageLocation } from "../publish/stage.ts";
import type { RenderContextInput } from "./render-context.ts";
import type { LastFiles, WrittenPage } from "./write-page.ts";

export interface PageTask {
  route: Route;
  /** Only the shared state has changed: the payload in out/ is this build's too, but for the names of its state. */
  keepsPayload: boolean;
  /** The page in out/ still fits its payload: where that comes out the same, nothing is rendered. */
  keepsEqual: boolean;
}

/** Something that makes pages: this thread, or another one. */
export interface Renderer {
  /** How many batches it may be given at once: another thread must not wait for this one between two. */
  depth: number;
  make(tasks: readonly PageTask[]): Promise<WrittenPage[]>;
}

/** A page as a thread gets it. */
export interface RenderJob {
  route: Route;
  last: LastFiles;
  /** The story as JSON text; not needed where the payload is read. */
  story: string;
}

/** What a thread is started with: it loads the site's code. */
export interface WorkerStart {
  config: Config;
  stateDir: string;
}

/** What a thread makes its render context from. */
export interface WorkerInput extends Pick<RenderContextInput, "config" | "settings" | "bundle" | "icons"> {
  assets: ReadonlyMap<string, AssetRecord>;
  site: Omit<RenderContextInput["site"], "problems" | "lists">;
  space: Pick<Space, "cv" | "global" | "datasources">;
  stage: StageLocation;
  /** Tells this thread's files from those of others. */
  name: string;
}

/** Messages to a thread: its input first, then batches. */
export type WorkerMessage = { input: WorkerInput } | { id: number; jobs: readonly RenderJob[] };

/** A finished batch. */
export interface WorkerReply {
  id: number;
  made: WrittenPage[];
  /** Bytes of this thread's heap in use. */
  heap: number;
}
