/** The app, loaded by the boot script. */
import type { Shared } from "../site/api/payload.ts";
import { takeChangedFields } from "./app/changed-fields.ts";
import { type ClientApp, hydrateApp, type View } from "./app/client-app.tsx";
import { keepMarkupOfUnloaded, planClientHydration } from "./app/hydration.ts";
import { loadAvailable, loadBlocksFrom } from "./app/load-components.ts";
import { replayNativeState } from "./app/replay-native-state.ts";
import { chunksOf } from "./boot/chunks.ts";
import { type DocumentState, readDocumentState } from "./page/document-state.ts";
import { insertLateBlocks } from "./page/late-blocks.ts";
import type { StartPreview } from "./preview/start.ts";

export interface StartOptions {
  /** The shared state, requested while this file was loading. */
  shared: Promise<unknown>;
  /** Called right before hydration; its return value is called, and awaited, once React handles events. */
  onHydrate(): () => Promise<void>;
  /** Called when everything runs. */
  onRunning(): void;
}

/**
 * Loads the code of the interactive blocks, hydrates the page, and then loads what nothing visible depends on. A block
 * whose code cannot be loaded keeps the server's markup.
 */
export async function start({ shared, onHydrate, onRunning }: StartOptions): Promise<void> {
  const documentState = readDocumentState(document);
  const container = document.getElementById("app") as HTMLElement;
  const state = insertLateBlocks((await shared) as Shared);
  const preview = mayBeInEditor() ? loadPreview(documentState, state) : null;
  const { code, kept } = planClientHydration(documentState.payload, state);
  const named = [...(state.code ?? []), ...chunksOf(document.documentElement)];
  const { components, lost } = await loadAvailable(code, loadBlocksFrom(named));
  const still = keepMarkupOfUnloaded(new Set(lost.keys()), { payload: documentState.payload, shared: state, kept });
  for (const [name, error] of lost) {
    if (!still) throw error;
    console.warn(`Blocks of the kind ${name} stay static:`, error);
  }
  const tellChanges = takeChangedFields(container);
  const onReady = onHydrate();
  const first = { shared: state, payload: documentState.payload, components, kept };
  const app = await hydrateOrLeave(container, first, documentState);
  tellChanges();
  await onReady();
  replayNativeState();
  // Their controls would do nothing; the stylesheet hides them as on a static page.
  for (const element of still ?? []) element.setAttribute("data-static", "");
  const { runApp } = await import("./run.ts");
  runApp(app, documentState, preview && (await preview));
  onRunning();
}

/** Whether it is worth asking the preview's own code. */
function mayBeInEditor(): boolean {
  const isAsked = window.top !== window.self && location.search.includes("_storyblok_tk");
  return isAsked || document.documentElement.dataset.preview === "shared";
}

/** Loads the live preview while the page hydrates. */
async function loadPreview(documentState: DocumentState, shared: Shared): Promise<StartPreview | null> {
  try {
    return (await import("./preview/start.ts")).loadPreview(documentState, shared);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Rejects if the markup has been changed and what the page consists of cannot be loaded; the page stays as it is. */
function hydrateOrLeave(container: Element, first: View, documentState: DocumentState): Promise<ClientApp> {
  return new Promise((resolve, reject) => {
    const load = async () => (await import("./run.ts")).loadWholePage(documentState, first.shared);
    const whole = () => new Promise<View>((show) => void load().then(show, reject));
    void hydrateApp(container, first, whole).then(resolve);
  });
}
