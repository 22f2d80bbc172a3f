/** A site during development, as `sitegen serve --watch` asks for it. */
import { createDraftHandlers } from "../../preview/draft-handlers.ts";
import type { Reporter } from "../../problems/reporter.ts";
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
      drop();
      send({ kind: "update", update });
      if (site.codeVersions() > MAX_VERSIONS) send({ kind: "full", reason: `${MAX_VERSIONS} versions of the code` });
    },
  });
  const { drop, ...drafts } = createDraftHandlers({ config, service, out, stateDir, code: () => site.code() });
  return {
    handlers: {
      file: ({ path, of }) => orFailure(() => site.find(path, of)),
      draft: (request) => orFailure(() => drafts.draft(request)),
      draftFile: (path) => orFailure(() => drafts.draftFile(path)),
      gallery: (url) => orFailure(() => drafts.gallery(url)),
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
