/** A site during development, as `sitegen serve --watch` asks for it. */
import { watchFolders } from "../files/watch-folders.ts";
import { createOnDemandAssets } from "../generate/gather-assets.ts";
import { createDraftHandlers } from "../preview/draft-handlers.ts";
import type { Reporter } from "../problems/reporter.ts";
import { createDevValues, openDevContent } from "./dev/dev-content.ts";
import { createDevSources } from "./dev/dev-sources.ts";
import type { DevOptions, DevUpdate } from "./dev/dev-update.ts";
import { createDevVersions } from "./dev/dev-versions.ts";
import { FailureError, failureWithoutLocation } from "./dev/failure.ts";
import { openSiteCodes } from "./dev/site-code.ts";
import { createUpdateQueue } from "./dev/update-queue.ts";
import type { MessageFromSite, OpenedProcess } from "./messages.ts";

/** Each version of the code takes some megabytes, and Node keeps it until the process ends. */
const MAX_VERSIONS = 40;
/** Saves within this time are handled together. */
const DEBOUNCE_MS = 20;

export async function openDevelopment(
  options: DevOptions,
  { reporter, send }: { reporter: Reporter; send: (message: MessageFromSite) => unknown },
): Promise<OpenedProcess> {
  const { config, service } = options;
  const ended = new AbortController();
  const { signal } = ended;
  const codes = openSiteCodes(config);
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
  const versions = createDevVersions({ options, codes, content, values, assets, onPage });
  const { drop, ...drafts } = createDraftHandlers({
    ...options,
    async code() {
      await updates.idle();
      return versions.current().prepared;
    },
  });

  const tell = async (title: string, work: () => Promise<DevUpdate | null>) => {
    const began = performance.now();
    const update = await work();
    if (signal.aborted) return;
    reporter.detail(`${title} in ${Math.round(performance.now() - began)} ms`);
    if (!update) return;
    drop();
    send({ kind: "update", update });
    if (codes.modules.count() > MAX_VERSIONS) send({ kind: "full", reason: `${MAX_VERSIONS} versions of the code` });
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
      updates.request({ scope: versions.isBroken() ? "all" : sources.scopeOf(paths), content: false });
    },
  });
  updates.request({ scope: "all", content: true });
  return {
    handlers: {
      /** "newest" may still have the former browser code; "whole" waits for what a build would write. */
      file: ({ path, of }) =>
        orFailure(async () => {
          await (of === "newest" ? updates.shown() : updates.idle());
          const found = await versions.find(path, of);
          return found && "read" in found ? { bytes: await found.read() } : found;
        }),
      draft: (request) => orFailure(() => drafts.draft(request)),
      draftFile: (path) => orFailure(() => drafts.draftFile(path)),
      gallery: (url) => orFailure(() => drafts.gallery(url)),
    },
    contentChanged: () => updates.request({ scope: "none", content: true }),
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

/** The page shows an error as the terminal does. */
async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FailureError ? error : new FailureError(failureWithoutLocation(error), error);
  }
}
