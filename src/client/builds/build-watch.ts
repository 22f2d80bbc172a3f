import type { DocumentState } from "../page/document-state.ts";
import { fetchJson } from "../page/fetch-json.ts";

/** Specification §9: one hour between checks for a newer build. */
export const CHECK_INTERVAL = 3_600_000;
const TIMEOUT = 5000;

export interface LatestBuild {
  id: string;
  /** URLs of the app, and of each language's shared state and words in that build. */
  app?: string;
  shared?: Record<string, string>;
  words?: Record<string, string>;
  /** URLs of the live preview's indexes, by language. */
  preview?: Record<string, string>;
  /** URLs of the sources that the live preview has, by name. */
  sources?: Record<string, string>;
  /** URL of the live preview's script. */
  editing?: string;
  /** URL of the stylesheet with all blocks. */
  styles?: string;
}

export interface BuildWatch {
  /** Id of the running build, null if unknown; requested once. */
  running(): Promise<string | null>;
  /** The same, as far as known now. */
  id(): string | null;
  /** True once another build than the running one is known to be published. */
  outdated(): boolean;
  /** Checks now and then every hour. */
  start(): void;
}

/**
 * Pages have no build id, since every publish would then rewrite all of them. A page whose app and shared state are
 * those of the latest build runs that build; any other is outdated from the start.
 */
export function createBuildWatch(options: {
  documentState: Pick<DocumentState, "assets" | "app" | "shared"> & { payload: { lang: string } };
  fetchLatest?: () => Promise<LatestBuild>;
}): BuildWatch {
  const { documentState, fetchLatest = () => readLatest(documentState.assets) } = options;
  let known: Promise<string | null> | null = null;
  let id: string | null = null;
  let outdated = false;
  let lastCheck = 0;

  const look = async (): Promise<string | null> => {
    lastCheck = Date.now();
    try {
      const latest = await fetchLatest();
      if (id !== null) outdated ||= latest.id !== id;
      else if (isOwn(latest, documentState)) id = latest.id;
      else outdated = true;
    } catch {
      // For example, offline. The next check follows in an hour.
    }
    return id;
  };
  const running = () => {
    known ??= look();
    return known;
  };
  return {
    running,
    id: () => id,
    outdated: () => outdated,
    start() {
      void running();
      setInterval(() => void look(), CHECK_INTERVAL);
      // Timers are paused in the back/forward cache.
      window.addEventListener("pageshow", (event) => {
        if (event.persisted && Date.now() - lastCheck > CHECK_INTERVAL) void look();
      });
    },
  };
}

/** The time in the query bypasses every cache (specification §7). */
export async function readLatest(assets: string): Promise<LatestBuild> {
  const latest = (await fetchJson(`${assets}builds/latest.json?${Date.now()}`, {
    timeout: TIMEOUT,
  })) as LatestBuild | null;
  if (typeof latest?.id !== "string") throw new Error("latest.json names no build.");
  return latest;
}

function isOwn(
  latest: LatestBuild,
  { app, shared, payload }: Parameters<typeof createBuildWatch>[0]["documentState"],
): boolean {
  return (latest.app ?? app) === app && (latest.shared?.[payload.lang] ?? shared) === shared;
}
