/**
 * The process of a command that keeps running (`sitegen listen`, `sitegen serve --watch`): it holds the site's code,
 * stories and pages in memory and responds to requests. Node keeps every version of a module until a process ends, the
 * C library does not return the memory of a large build, and a site's code may hang or exit, so the command can replace
 * it. It ends with the process that started it.
 */
import { SitegenError } from "../problems/errors.ts";
import type { Reporter } from "../problems/reporter.ts";
import { FailureError } from "./dev/failure.ts";
import type { MessageFromSite, MessageToSite, OpenedProcess, SerializedError, SiteRequests } from "./messages.ts";

const ALIVE_EVERY_MS = 1000;

/** Without a parent there is no receiver, and a failed send must not end as an uncaught error. */
const send = (message: MessageFromSite) => process.connected && process.send?.(message, () => undefined);

/** Reports to the command, about a request if `id` is given. */
function reporterOf(id?: number): Reporter {
  const log = (level: "step" | "info" | "warn" | "detail") => (text: string) => send({ kind: "log", level, text, id });
  let lastAlive = 0;
  return {
    step: log("step"),
    info: log("info"),
    warn: log("warn"),
    detail: log("detail"),
    progress(done, expected) {
      if (id === undefined || performance.now() - lastAlive < ALIVE_EVERY_MS) return;
      lastAlive = performance.now();
      send({ kind: "alive", done, expected, id });
    },
  };
}

function plainError(error: unknown): SerializedError {
  if (error instanceof FailureError) return { message: error.message, failure: error.failure };
  if (error instanceof SitegenError) {
    const { message, code, where, hint } = error;
    return { message, sitegen: { code, where, hint } };
  }
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, path } = error as NodeJS.ErrnoException;
  return { message: error.message, ...(code && path ? { file: { code, path } } : {}) };
}

let opened: Promise<OpenedProcess> | undefined;
const running = new Map<number, AbortController>();

/** Each purpose loads its own code. */
async function open({ purpose }: Extract<MessageToSite, { kind: "open" }>): Promise<OpenedProcess> {
  if (purpose.kind === "builds") return (await import("./build-requests.ts")).openBuilds(purpose, send);
  const { openDevelopment } = await import("./dev-requests.ts");
  return openDevelopment(purpose.options, { reporter: reporterOf(), send });
}

async function respond<K extends keyof SiteRequests>(
  id: number,
  name: K,
  request: SiteRequests[K]["request"],
): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const handler = (await opened)?.handlers[name];
    if (!handler) throw new Error(`This process does not respond to "${name}".`);
    send({ kind: "response", id, response: await handler(request, { reporter: reporterOf(id), signal: stop.signal }) });
  } catch (error) {
    send({ kind: "failed", id, error: plainError(error) });
  } finally {
    running.delete(id);
  }
}

process.on("message", (message: MessageToSite) => {
  if (message.kind === "open") opened = open(message);
  else if (message.kind === "content") void opened?.then(({ contentChanged }) => contentChanged?.());
  else if (message.kind === "abort") running.get(message.id)?.abort();
  else void respond(message.id, message.name, message.request);
});
process.on("disconnect", () => {
  for (const stop of running.values()) stop.abort();
  void Promise.resolve(opened)
    .then((one) => one?.close())
    .finally(() => process.kill(process.pid, "SIGKILL"));
});
// A terminal sends an interrupt to both processes; the command handles it.
process.on("SIGINT", () => undefined);
