/**
 * The process of `sitegen serve --watch` that runs the site's code. Node keeps every version of a module until a
 * process ends, and a site's code may hang or exit, so it runs in a process that the command can replace.
 */

import { createDraftRenderer } from "../../preview/draft-renderer.ts";
import { createGallery } from "../../preview/gallery.ts";
import type { Reporter } from "../../problems/reporter.ts";
import { galleryPage } from "../../serve/gallery.ts";
import { createLazyValue } from "../../serve/lazy-value.ts";
import { type DevSite, openDevSite } from "./dev-site.ts";
import { FailureError, failureWithoutLocation } from "./failure.ts";
import type { DevProcessOptions, MessageFromSite, MessageToSite, SiteRequests } from "./messages.ts";

/** Each version takes some megabytes. */
const MAX_VERSIONS = 40;

/** Without a parent there is no receiver, and a failed send must not end as an uncaught error. */
const send = (message: MessageFromSite) => process.connected && process.send?.(message, () => undefined);
const say = (how: "info" | "warn" | "detail") => (text: string) => send({ kind: "said", how, text });
const reporter: Reporter = {
  step: () => undefined,
  progress: () => undefined,
  info: say("info"),
  warn: say("warn"),
  detail: say("detail"),
};

type Answers = { [K in keyof SiteRequests]: (ask: SiteRequests[K]["ask"]) => Promise<SiteRequests[K]["answer"]> };

async function open({ out, ...options }: DevProcessOptions): Promise<{ site: DevSite; answers: Answers }> {
  const dev = { ...options, service: { ...options.service, close: async () => undefined } };
  const { config, service, stateDir } = dev;
  const site: DevSite = await openDevSite(dev, {
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
  const answers: Answers = {
    file: ({ path, of }) => site.find(path, of),
    draft: async (request) => (await drafts.get()).render(request),
    draftFile: async (path) =>
      (await (await drafts.peek())?.file(path)) ?? (await (await gallery.peek())?.file(path)) ?? null,
    gallery: async (url) => galleryPage(url, await gallery.get()),
  };
  return { site, answers };
}

let opened: ReturnType<typeof open> | undefined;

async function answer<K extends keyof SiteRequests>(id: number, name: K, ask: SiteRequests[K]["ask"]): Promise<void> {
  try {
    const { answers } = (await opened) ?? {};
    if (!answers) throw new Error("The site is not open.");
    send({ kind: "answer", id, answer: await answers[name](ask) });
  } catch (error) {
    send({
      kind: "failed",
      id,
      failure: error instanceof FailureError ? error.failure : failureWithoutLocation(error),
    });
  }
}

process.on("message", (message: MessageToSite) => {
  if (message.kind === "open") opened = open(message.options);
  else if (message.kind === "content") void opened?.then(({ site }) => site.contentChanged());
  else void answer(message.id, message.name, message.ask);
});
process.on("disconnect", () => {
  void Promise.resolve(opened)
    .then((one) => one?.site.close())
    .finally(() => process.kill(process.pid, "SIGKILL"));
});
// A terminal sends an interrupt to both processes; the command handles it.
process.on("SIGINT", () => undefined);
