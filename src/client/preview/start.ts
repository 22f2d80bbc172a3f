import { readLatest } from "../builds/build-watch.ts";
import { messageOf } from "./message-of.ts";
import stylesheet from "./preview.css?url";
import type { PreviewHost } from "./preview.ts";
import { createStatusPanel } from "./status-panel.ts";

/** Starts the live preview in the visual editor's frame. If the site's own code fails, the page says so. */
export async function startPreview(host: PreviewHost): Promise<void> {
  const panel = createStatusPanel();
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: stylesheet }));
  try {
    const { startEditing } = (await import(await scriptOf(host.documentState))) as typeof import("./preview.ts");
    await startEditing(host, panel);
  } catch (error) {
    console.warn(error);
    panel.say(`Nothing here follows your typing, since the site's code failed: ${messageOf(error)}`);
  }
}

/**
 * Address of the preview's script. It changes with each block, so pages do not name it: `serve` puts it into drafts, and
 * on a static host `latest.json` has it. It belongs to one app.
 */
async function scriptOf({ assets, app }: PreviewHost["documentState"]): Promise<string> {
  const { editing } = document.documentElement.dataset;
  if (editing) return editing;
  const latest = await readLatest(assets);
  if (!latest.editing || (latest.app ?? app) !== app)
    throw new Error("The site has been published anew since this page was made. Load the page again.");
  return latest.editing;
}
