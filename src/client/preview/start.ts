import type { Shared } from "../../site/api/payload.ts";
import type { DocumentState } from "../page/document-state.ts";
import { isInEditor } from "./in-editor.ts";
import { messageOf } from "./message-of.ts";
import stylesheet from "./preview.css?url";
import type { PreviewHost } from "./preview.ts";
import { type PreviewFiles, requestFiles } from "./preview-files.ts";
import { createStatusPanel } from "./status-panel.ts";

/** Starts the live preview in the running app. If the site's own code fails, the page says so. */
export type StartPreview = (host: PreviewHost) => Promise<void>;

/** Loads the live preview of a page in the visual editor's frame; null for any other page. */
export function loadPreview(documentState: DocumentState, shared: Shared): StartPreview | null {
  if (!isInEditor(shared.site.previewEditorOrigins)) return null;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: stylesheet }));
  const files = requestFiles(documentState, shared);
  const loaded = scriptOf(documentState.app, files).then(
    (address) => import(address) as Promise<typeof import("./preview.ts")>,
  );
  loaded.catch(() => undefined); // said where it is waited for
  return async (host) => {
    const panel = createStatusPanel();
    try {
      const { startEditing } = await loaded;
      await startEditing(host, panel, files);
    } catch (error) {
      console.warn(error);
      panel.say(`Nothing here follows your typing, since the site's code failed: ${messageOf(error)}`);
    }
  };
}

/**
 * Address of the preview's script. It changes with each block, so pages do not name it: `serve` puts it into drafts, and
 * on a static host `latest.json` has it. It belongs to one app.
 */
async function scriptOf(app: DocumentState["app"], files: PreviewFiles): Promise<string> {
  const { editing } = document.documentElement.dataset;
  if (editing) return editing;
  const latest = await files.latest();
  if (!latest.editing || (latest.app ?? app) !== app)
    throw new Error("The site has been published anew since this page was made. Load the page again.");
  return latest.editing;
}
