/** The script of a render thread: it loads the site's code, is told what all pages share, then renders their payloads. */
import { parentPort, workerData } from "node:worker_threads";
import { openStage } from "../publish/stage.ts";
import { openSite } from "./open-site.ts";
import { createPageContext } from "./page-context.ts";
import { createPageRenderer, type RenderPages } from "./page-renderer.ts";
import type { ThreadMessage, ThreadStart } from "./render-threads.ts";

// Sent by render-threads.ts, which has the types.
const { config, stateDir } = workerData as ThreadStart;
const { site: definition, ...code } = await (await openSite(config, stateDir, { isChecked: true })).load();
let render: RenderPages | undefined;

parentPort?.on("message", (message: ThreadMessage) => {
  if (!("stage" in message)) {
    if (!render) throw new Error("A thread was given pages before its input.");
    parentPort?.postMessage(render(message.map((page) => ({ page }))).map(([, made]) => made));
    return;
  }
  const { stage, name, ...shared } = message;
  const context = createPageContext({ ...shared, ...code, config, definition, count: () => undefined });
  render = createPageRenderer(context, openStage(stage, name));
});
