/** Starts the embedded content service for a space folder or a space in memory, on loopback. */
import { closeServer, originOf } from "../http/listening.ts";
import type { AssetIndex } from "./folder/asset-index.ts";
import { type FolderSource, openFolder } from "./folder/folder-source.ts";
import type { SpaceContents } from "./model.ts";
import { createApi } from "./service/api.ts";
import { createManagement } from "./service/management/management.ts";
import { createRateLimiter, MANAGEMENT_PER_SECOND } from "./service/rate-limit.ts";
import type { ResolveLimits } from "./service/resolve.ts";
import { type Intercept, listen } from "./service/server.ts";
import { createStore } from "./service/store.ts";
import { createStoryResponses } from "./service/story-response.ts";

export interface SpaceServiceOptions {
  /** The space folder; alternative to `space`. */
  dir?: string;
  space?: SpaceContents & { assets?: AssetIndex };
  /** Replaces the space's own; clients cache by token, so tests give each service its own. */
  token?: string;
  previewToken?: string;
  host?: string;
  port?: number;
  /** "service": apply the real service's limits with 429 responses. */
  rateLimit?: false | "service";
  /** Receives notices; default: stderr. */
  notify?: (line: string) => void;
  /** Receives why an edit in the folder cannot be served; null when all can again. */
  onBroken?: (error: unknown) => void;
  /** Called once an edit in the folder is served. */
  onPublish?: () => void;
  /** Serve edits in the folder at once; default: true. */
  watch?: boolean;
  /**
   * Record in the folder what was served, once something changed; default: true. Without it, responses depend on the
   * folder alone and are the same on every machine, and nothing is written.
   */
  journal?: boolean;
  /** Above these numbers, responses contain uuids instead of objects; default: 50 and 500. */
  limits?: Partial<ResolveLimits>;
  /** Respond to an old cv with that version: for every URL, or for those requested while it was current. */
  edgeCache?: boolean | "asked";
  /** Prefix of asset URLs; default: the service's own origin, whose port may differ from run to run. */
  assetOrigin?: string;
  /** Minimum cache time of the tokens in seconds; default: none. */
  minimumCache?: number;
  now?: () => number;
  /** Called for each response; tests use it to simulate faults and to see what was asked. */
  intercept?: Intercept;
}

export interface SpaceService {
  /** For STORYBLOK_ENDPOINT: `http://127.0.0.1:<port>/v2`. */
  endpoint: string;
  /** Origin of the asset URLs, `/f/…`. */
  origin: string;
  token: string;
  previewToken: string;
  spaceId: number;
  cv(): number;
  contents(): SpaceContents;
  /** Serves another version of the space from now on. */
  replace(contents: SpaceContents, cv: number): void;
  /** Resolves when all noticed edits in the folder are served. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const CACHE_BYTES = 256 * 1024 * 1024;

export async function startSpaceService(options: SpaceServiceOptions): Promise<SpaceService> {
  const now = options.now ?? Date.now;
  const source = await openSource(options, now);
  let contents = withTokens(source.contents, options);
  const { minimumCache: seconds } = options;
  const cache = seconds === undefined ? null : { seconds, now: () => now() / 1000 };
  const store = createStore(contents, source.cv, cache);
  let origin = "";
  const api = createApi({
    store,
    responses: createStoryResponses({ assetOrigin: () => options.assetOrigin ?? origin, cacheBytes: CACHE_BYTES }),
    limits: { relations: 50, links: 500, ...options.limits },
    rateLimiter: options.rateLimit === "service" ? createRateLimiter(now) : null,
    edgeCache: options.edgeCache ?? false,
    now,
  });
  const replace = (next: SpaceContents, cv: number) => {
    contents = withTokens(next, options);
    store.replace(contents, cv);
    due = nextDue(contents);
  };
  let due = nextDue(contents);
  // Without a journal the version follows from the content, which differs where a file was edited while no service ran.
  const ofContent = options.journal === false ? source.cv - contents.info.version : 0;
  const publishScheduled = () => {
    if (due > now()) return;
    const { contents: next, at } = publishDue(contents, now());
    replace(next, Math.max(Math.floor(at / 1000) + ofContent, store.current().cv + 1));
  };
  const cv = () => {
    publishScheduled();
    return store.current().cv;
  };
  let sourceCv = source.cv;
  const publish = (next: SpaceContents, nextCv: number) => {
    // Edits in memory and schedules may be ahead of the folder's own version, which may take one back.
    replace(next, nextCv === sourceCv && nextCv === cv() ? nextCv : Math.max(nextCv, cv() + 1));
    sourceCv = nextCv;
    options.onPublish?.();
  };
  const address = { host: options.host ?? "127.0.0.1", port: options.port ?? 0 };
  const management = createManagement({
    state: store.current,
    dir: options.dir ?? null,
    refresh: () => source.refresh(publish),
    rateLimiter: options.rateLimit === "service" ? createRateLimiter(now, () => MANAGEMENT_PER_SECOND) : null,
  });
  const server = await listen({
    ...address,
    api: (request) => {
      publishScheduled();
      return api(request);
    },
    management,
    assets: source.assets,
    intercept: options.intercept,
  });
  origin = originOf(server);

  await source.watch(publish);

  return {
    endpoint: `${origin}/v2`,
    origin,
    token: contents.info.token,
    previewToken: contents.info.previewToken,
    spaceId: contents.info.id,
    cv,
    contents() {
      publishScheduled();
      return contents;
    },
    replace,
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
  const { notify = (line: string) => process.stderr.write(`${line}\n`) } = options;
  const nothing = async () => {};
  if (options.space) {
    const { assets = new Map(), ...contents } = options.space;
    return {
      contents,
      cv: contents.info.version,
      assets: () => assets,
      watch: nothing,
      refresh: nothing,
      settled: nothing,
      close: nothing,
    };
  }
  const { dir = ".", journal = true, onBroken } = options;
  const folder = await openFolder({ dir, now, notify, journal, onBroken });
  return options.watch === false ? { ...folder, watch: nothing } : folder;
}

/** When the next story is due, in milliseconds since 1970; Infinity if none is. */
function nextDue({ stories }: SpaceContents): number {
  return stories.reduce((first, { scheduled }) => Math.min(first, scheduled?.at ?? first), Number.POSITIVE_INFINITY);
}

/** The contents with every story published whose time has come, and the last of these times: after a restart the version is the same. */
function publishDue(contents: SpaceContents, now: number): { contents: SpaceContents; at: number } {
  let at = 0;
  const stories = contents.stories.map((story) => {
    const { scheduled } = story;
    if (!scheduled || scheduled.at > now) return story;
    at = Math.max(at, scheduled.at);
    return scheduled.story;
  });
  return { contents: { ...contents, stories }, at };
}
