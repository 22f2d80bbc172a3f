/** The embedded content service: a space folder, or a space in memory, served like the real one on loopback. */

import type { AssetIndex } from "./folder/asset-index.ts";
import { type FolderSource, openFolder } from "./folder/folder-source.ts";
import type { SpaceContents } from "./model.ts";
import { createApi } from "./service/api.ts";
import { createRateLimiter } from "./service/rate-limit.ts";
import type { ResolveLimits } from "./service/resolve.ts";
import { closeServer, type Intercept, type LogEntry, listen, originOf } from "./service/server.ts";
import { createStore } from "./service/store.ts";
import { createStoryAnswers } from "./service/story-answer.ts";

export interface SpaceServiceOptions {
  /** The space folder; or else `space`. */
  dir?: string;
  space?: SpaceContents & { assets?: AssetIndex };
  /** Instead of the space's own; clients keep their caches by token, so tests give each service one of its own. */
  token?: string;
  previewToken?: string;
  host?: string;
  port?: number;
  /** "service": the limits of the real service, with its 429. */
  rateLimit?: false | "service";
  /** Nothing on stderr. */
  quiet?: boolean;
  /** Where notices go instead of stderr. */
  notify?: (line: string) => void;
  /** Called once an edit in the folder is served. */
  onPublish?: () => void;
  /** Edits in the folder are served at once; true by default. */
  watch?: boolean;
  /**
   * What was served is remembered in the folder between runs, once something changed; true by default. Without it
   * answers follow from the folder alone, the same on every machine, and nothing is ever written.
   */
  journal?: boolean;
  /** Above these numbers an answer holds uuids instead of objects; 50 and 500 by default. */
  limits?: Partial<ResolveLimits>;
  /** An old cv is answered with that version, for every address or for those asked while it was current. */
  edgeCache?: boolean | "asked";
  /** Prefix of asset addresses instead of the service's own origin, whose port may differ from run to run. */
  assetOrigin?: string;
  now?: () => number;
  /** Asked before each answer; tests script misbehaviour with it. */
  intercept?: Intercept;
}

export interface SpaceService {
  /** For STORYBLOK_ENDPOINT: `http://127.0.0.1:<port>/v2`. */
  endpoint: string;
  /** Of the asset addresses; `/f/…` is served below it. */
  origin: string;
  token: string;
  previewToken: string;
  spaceId: number;
  /** The content version that is served now. */
  cv(): number;
  contents(): SpaceContents;
  /** Serves another version of the space from now on. */
  replace(contents: SpaceContents, cv: number): void;
  /** Every request so far. */
  log: LogEntry[];
  /** Waits until edits in the folder that were noticed are served. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const CACHE_BYTES = 256 * 1024 * 1024;

export async function startSpaceService(options: SpaceServiceOptions): Promise<SpaceService> {
  const now = options.now ?? Date.now;
  const source = await openSource(options, now);
  let contents = withTokens(source.contents, options);
  const store = createStore(contents, source.cv);
  let origin = "";
  const log: LogEntry[] = [];
  const api = createApi({
    store,
    answers: createStoryAnswers({ assetOrigin: () => options.assetOrigin ?? origin, cacheBytes: CACHE_BYTES }),
    limits: { relations: 50, links: 500, ...options.limits },
    rateLimiter: options.rateLimit === "service" ? createRateLimiter(now) : null,
    edgeCache: options.edgeCache ?? false,
  });
  const address = { host: options.host ?? "127.0.0.1", port: options.port ?? 0 };
  const server = await listen({ ...address, api, assets: source.assets, intercept: options.intercept, log });
  origin = originOf(server);

  const replace = (next: SpaceContents, cv: number) => {
    contents = withTokens(next, options);
    store.replace(contents, cv);
  };
  const cv = () => store.current().cv;
  let sourceCv = source.cv;
  await source.watch((next, nextCv) => {
    // Edits in memory may be ahead of the folder's own count.
    replace(next, nextCv === sourceCv ? cv() : Math.max(nextCv, cv() + 1));
    sourceCv = nextCv;
    options.onPublish?.();
  });

  return {
    endpoint: `${origin}/v2`,
    origin,
    token: contents.info.token,
    previewToken: contents.info.previewToken,
    spaceId: contents.info.id,
    cv,
    contents: () => contents,
    replace,
    log,
    settled: source.settled,
    async close() {
      await source.close();
      await closeServer(server);
    },
  };
}

function withTokens(contents: SpaceContents, options: SpaceServiceOptions): SpaceContents {
  const { token = contents.info.token, previewToken = contents.info.previewToken } = options;
  return { ...contents, info: { ...contents.info, token, previewToken } };
}

async function openSource(options: SpaceServiceOptions, now: () => number): Promise<FolderSource> {
  const toStderr = (line: string) => process.stderr.write(`${line}\n`);
  const notify = options.notify ?? (options.quiet ? () => {} : toStderr);
  const nothing = async () => {};
  if (options.space) {
    const { assets = new Map(), ...contents } = options.space;
    return {
      contents,
      cv: contents.info.version,
      assets: () => assets,
      watch: nothing,
      settled: nothing,
      close: nothing,
    };
  }
  const folder = await openFolder({ dir: options.dir ?? ".", now, notify, journal: options.journal ?? true });
  return options.watch === false ? { ...folder, watch: nothing } : folder;
}
