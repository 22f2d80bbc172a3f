/** The script of a thread that renders payloads: it loads the site's code, then returns the HTML of each payload. */
import { parentPort, workerData } from "node:worker_threads";
import { openSite } from "./open-site.ts";
import { createPageContext } from "./page-context.ts";
import { withPageDeadline } from "./page-deadline.ts";
import type { PayloadReply, PayloadWorkerStart } from "./payload-threads.ts";
import { parsePayload, renderLocatingErrors } from "./render-payload.ts";

// Sent by payload-threads.ts.
const { config, stateDir, ...input } = workerData as PayloadWorkerStart;
const { site: definition, ...code } = await (await openSite(config, stateDir)).load();
const context = createPageContext({ ...input, ...code, config, definition, count: () => undefined });

function answer(json: string): PayloadReply {
  try {
    return { html: withPageDeadline(() => renderLocatingErrors(parsePayload(json), context)) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (json: string) => parentPort?.postMessage(answer(json)));
