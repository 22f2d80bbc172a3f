/** A site during development: pages on demand from the newest code and content. Nothing is written to out/. */
import { watchFolders } from "../../files/watch-folders.ts";
import type { Reporter } from "../../problems/reporter.ts";
import { createOnDemandAssets } from "../gather-assets.ts";
import type { PreparedCode } from "../prepare-client.ts";
import { openDevContent } from "./dev-content.ts";
import type { DevFile } from "./dev-files.ts";
import { createDevSources } from "./dev-sources.ts";
import type { DevOptions, DevUpdate } from "./dev-update.ts";
import { createDevValues } from "./dev-values.ts";
import { createDevVersions } from "./dev-versions.ts";
import { openSiteCodes } from "./site-code.ts";
import { createStepTimes } from "./step-times.ts";
import { createUpdateQueue } from "./update-queue.ts";

export interface DevSite {
  /**
   * A file by its path below the output folder; null if a build would not have it. "newest" may still have the former
   * browser code; "whole" waits for what a build would write. Throws a FailureError.
   */
  find(path: string, of: "whole" | "newest"): Promise<DevFile | null>;
  /** The last version's code, once its browser code is ready. Throws a FailureError. */
  code(): Promise<PreparedCode>;
  contentChanged(): void;
  /** Number of code versions run so far; the process keeps them until it ends. */
  codeVersions(): number;
  close(): Promise<void>;
}

/** Saves within this time are handled together. */
const DEBOUNCE_MS = 20;

export async function openDevSite(
  options: DevOptions,
  hear: { reporter: Reporter; onUpdate: (update: DevUpdate) => void; onOwnCode: () => void },
): Promise<DevSite> {
  const { reporter, onUpdate, onOwnCode } = hear;
  const { config, service } = options;
  const ended = new AbortController();
  const { signal } = ended;
  const times = createStepTimes();
  const codes = openSiteCodes(config, times);
  const content = openDevContent({ ...options, signal });
  const assets = createOnDemandAssets({ ...options, endpoint: service.endpoint, signal });
  const values = createDevValues({
    ...options,
    serverOnly: () => codes.inputs().serverOnly,
    warn: (text) => reporter.warn(text),
    signal,
  });
  const sources = createDevSources({ ...options, codes });
  const onPage = (path: string, ms: number) => reporter.detail(`Rendered ${path} in ${Math.round(ms)} ms`);
  const versions = createDevVersions({ options, codes, content, values, assets, onPage, times });

  const tell = async (title: string, work: () => Promise<DevUpdate | null>) => {
    const began = performance.now();
    const update = await work();
    if (signal.aborted) return;
    reporter.detail(`${title} in ${Math.round(performance.now() - began)} ms: ${times.take()}`);
    if (update) onUpdate(update);
  };
  const updates = createUpdateQueue({
    async show(change) {
      await tell("Took a change in", () => versions.update(change));
      void watch.refresh(sources.folders());
    },
    isWhole: versions.isWhole,
    complete: () => tell("Bundled for the browser", versions.complete),
    cancel: versions.cancel,
    signal,
  });
  const watch = await watchFolders({
    ...sources.folders(),
    ignore: sources.ignore,
    debounceMs: DEBOUNCE_MS,
    // After an error, any file may be the missing one.
    onChange(paths) {
      if (sources.isOwnCode(paths)) onOwnCode();
      updates.request({ scope: versions.isBroken() ? "all" : sources.scopeOf(paths), content: false });
    },
  });
  updates.request({ scope: "all", content: true });
  return {
    async find(path, of) {
      await (of === "newest" ? updates.shown() : updates.idle());
      const found = await versions.find(path, of);
      return found && "read" in found ? { bytes: await found.read() } : found;
    },
    async code() {
      await updates.idle();
      return versions.current().prepared;
    },
    contentChanged: () => updates.request({ scope: "none", content: true }),
    codeVersions: () => codes.modules.count(),
    async close() {
      ended.abort();
      watch.close();
      versions.cancel();
      await updates.idle();
      await codes.close();
      content.close();
    },
  };
}
