/** A site that is being developed: pages on demand from its newest code and content. Nothing is written to out/. */
import { extname } from "node:path";
import type { Reporter } from "../../reporter.ts";
import { watchFolders } from "../../watch-folders.ts";
import { createGrowingAssets } from "../growing-assets.ts";
import type { PreparedCode } from "../prepare-client.ts";
import { openDevContent } from "./dev-content.ts";
import type { DevFile } from "./dev-files.ts";
import { createDevSources, type Scope } from "./dev-sources.ts";
import type { DevOptions, DevUpdate } from "./dev-update.ts";
import { type Change, createDevVersions } from "./dev-versions.ts";
import { openSiteCodes } from "./site-code.ts";

export interface DevSite {
  /** A file by its path below the output folder; null where a build has none. Throws a FailureError. */
  find(path: string): Promise<DevFile | null>;
  /** Code of the newest version. Throws a FailureError. */
  code(): Promise<PreparedCode>;
  /** Content was published. */
  contentChanged(): void;
  /** Versions of the code that were run, which the process keeps until it ends. */
  codeVersions(): number;
  close(): Promise<void>;
}

/** Saves that belong together come within this time. */
const QUIET_MS = 25;

export async function openDevSite(
  options: DevOptions,
  hear: { reporter: Reporter; onUpdate: (update: DevUpdate) => void; onOwnCode: () => void },
): Promise<DevSite> {
  const { reporter, onUpdate, onOwnCode } = hear;
  const { config, service } = options;
  const ended = new AbortController();
  const { signal } = ended;
  const codes = openSiteCodes(config);
  const content = openDevContent({ ...options, signal });
  const assets = createGrowingAssets({ ...options, endpoint: service.endpoint, signal });
  const sources = createDevSources({ ...options, codes });
  const onPage = (path: string, ms: number) => reporter.detail(`Rendered ${path} in ${Math.round(ms)} ms`);
  const versions = createDevVersions({ options, codes, content, assets, onPage });

  let pending: Change = { scope: "all", content: true };
  let running: Promise<void> | null = null;
  /** Files in them are not told of before they are watched. */
  let newFolders = false;
  const work = async () => {
    while ((pending.scope !== "none" || pending.content) && !signal.aborted) {
      const now = pending;
      pending = { scope: "none", content: false };
      if (newFolders) {
        newFolders = false;
        await watch.refresh();
      }
      const update = await versions.update(now);
      if (signal.aborted) return;
      if (update) onUpdate(update);
      void watch.refresh(sources.folders());
    }
  };
  const start = () => {
    running ??= work().finally(() => {
      running = null;
    });
  };
  const request = (scope: Scope, ofContent: boolean) => {
    if (scope === "none" && !ofContent) return;
    pending = { scope: wider(pending.scope, scope), content: pending.content || ofContent };
    start();
  };
  const watch = await watchFolders({
    ...sources.folders(),
    ignore: sources.ignore,
    quietMs: QUIET_MS,
    // After an error the missing file may be any one.
    onChange(paths) {
      if (sources.isOwnCode(paths)) onOwnCode();
      newFolders ||= [...paths].some((path) => extname(path) === "");
      request(versions.isBroken() ? "all" : sources.scopeOf(paths), false);
    },
  });
  start();
  const idle = async () => {
    while (running) await running;
  };
  return {
    async find(path) {
      await idle();
      return versions.find(path);
    },
    async code() {
      await idle();
      return versions.current().prepared;
    },
    contentChanged: () => request("none", true),
    codeVersions: () => codes.modules.count(),
    async close() {
      ended.abort();
      watch.close();
      await running?.catch(() => undefined);
      await codes.close();
      content.close();
    },
  };
}

const SCOPES: readonly Scope[] = ["none", "context", "styles", "all"];

function wider(a: Scope, b: Scope): Scope {
  return SCOPES[Math.max(SCOPES.indexOf(a), SCOPES.indexOf(b))] ?? "all";
}
