import { loaders } from "virtual:sitegen/loaders";
import type { Components } from "../../kit/site.tsx";
import type { Payload, Shared } from "../../site/api/payload.ts";
import type { ClientApp } from "../app/client-app.tsx";
import { type LoadBlock, loadAvailable } from "../app/load-components.ts";
import { updateHead } from "../page/head.ts";
import { brokenPage, createErrorBoundaries } from "./error-boundaries.tsx";
import { createLiveEffects } from "./live-effects.ts";

export interface PreviewApp {
  shared(): Shared;
  payload(): Payload;
  /** Shows a page with an error boundary around every block. */
  show(next: { shared?: Shared; payload?: Payload }): Promise<void>;
}

/** The running app for the preview. Scroll position and focus stay, since React changes only what differs. */
export function createPreviewApp({ app, stopEffects }: { app: ClientApp; stopEffects: () => void }): PreviewApp {
  const guard = createErrorBoundaries();
  const effects = createLiveEffects();
  let { shared, payload } = app.view();
  return {
    shared: () => shared,
    payload: () => payload,
    async show(next) {
      const isOtherPage = next.payload !== undefined && next.payload.path !== payload.path;
      shared = next.shared ?? shared;
      payload = next.payload ?? payload;
      const { components: loaded, lost } = await loadAvailable(
        [...new Set([...payload.blocks, ...shared.blocks])],
        loadAny,
      );
      const components = guard({ ...loaded, ...failing(lost) });
      stopEffects();
      await app.show({ shared, payload, components, fallback: brokenPage });
      if (isOtherPage) updateHead(payload, shared);
      effects(shared);
    },
  };
}

/** An edited page may have any block. */
const loadAny: LoadBlock = async (name) => {
  const loader = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!loader) throw new Error(`There is no block ${name} in this build.`);
  return loader();
};

/** In place of components whose code failed while it was loaded; each throws the reason where its block is shown. */
function failing(lost: ReadonlyMap<string, unknown>): Components {
  const entries = [...lost].map(([name, error]) => {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    const Failing = () => {
      throw reason;
    };
    return [name, Failing] as const;
  });
  return Object.fromEntries(entries);
}
