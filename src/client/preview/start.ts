import { messageOf } from "./message-of.ts";
import stylesheet from "./preview.css?url";
import type { PreviewHost } from "./preview.ts";
import { createStatusPanel } from "./status-panel.ts";

/** Starts the live preview in the visual editor's frame. If the site's own code fails, the page says so. */
export async function startPreview(host: PreviewHost): Promise<void> {
  const panel = createStatusPanel();
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: stylesheet }));
  try {
    const { startEditing } = await import("./preview.ts");
    await startEditing(host, panel);
  } catch (error) {
    console.warn(error);
    panel.say(`Nothing here follows your typing, since the site's code failed: ${messageOf(error)}`);
  }
}
