/** A site during development, as `sitegen serve --watch` asks for it. */
import { createDraftRenderer } from "../../preview/draft-renderer.ts";
import { createGallery } from "../../preview/gallery.ts";
import type { Reporter } from "../../problems/reporter.ts";
import { galleryPage } from "../../serve/gallery.ts";
import { createLazyValue } from "../../serve/lazy-value.ts";
import type { DevProcessOptions, MessageFromSite, OpenedProcess } from "../resident/messages.ts";
import { openDevSite } from "./dev-site.ts";
import { FailureError, failureWithoutLocation } from "./failure.ts";

/** Each version takes some megabytes. */
const MAX_VERSIONS = 40;

export async function openDevelopment(
  { out, ...options }: DevProcessOptions,
  { reporter, send }: { reporter: Reporter; send: (message: MessageFromSite) => unknown },
): Promise<OpenedProcess> {
  const dev = { ...options, service: { ...options.service, close: async () => undefined } };
  const { config, service, stateDir } = dev;
  const site = await openDevSite(dev, {
    reporter,
    onOwnCode: () => send({ kind: "own-code" }),
    onUpdate(update) {
      drafts.drop();
      gallery.drop();
      send({ kind: "update", update });
      if (site.codeVersions() > MAX_VERSIONS) send({ kind: "full", reason: `${MAX_VERSIONS} versions of the code` });
    },
  });
  const drafts = createLazyValue(
    async () => createDraftRenderer({ config, service, stateDir, code: await site.code() }),
    (renderer) => renderer.close(),
  );
  const gallery = createLazyValue(
    async () => createGallery({ config, out, stateDir, code: await site.code() }),
    () => undefined,
  );
  return {
    handlers: {
      file: ({ path, of }) => orFailure(() => site.find(path, of)),
      draft: (request) => orFailure(async () => (await drafts.get()).render(request)),
      draftFile: (path) =>
        orFailure(
          async () => (await (await drafts.peek())?.file(path)) ?? (await (await gallery.peek())?.file(path)) ?? null,
        ),
      gallery: (url) => orFailure(async () => galleryPage(url, await gallery.get())),
    },
    contentChanged: () => site.contentChanged(),
    close: () => site.close(),
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
