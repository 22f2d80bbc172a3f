import type { Shared } from "../site/api/payload.ts";
import type { Effect } from "../site/parts.ts";

/** The effects of a site's parts, as the app runs them. */
export interface Effects {
  /** Watches the page's elements, and begins where one comes near. Returns a function that ends all. */
  start(shared: Shared): () => void;
  readonly attributes: readonly string[];
}

export function createEffects(effects: readonly Effect[]): Effects {
  return {
    start(shared) {
      const ends = effects.map((effect) => watch(effect, shared));
      return () => {
        for (const end of ends) end();
      };
    },
    attributes: effects.map(({ attribute }) => attribute),
  };
}

function watch(effect: Effect, shared: Shared): () => void {
  const over = new AbortController();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        void begin(effect, target, { shared, signal: over.signal });
      }
    },
    { rootMargin: effect.near ?? "0px" },
  );
  for (const host of document.querySelectorAll(`[${effect.attribute}]`)) observer.observe(host);
  return () => {
    observer.disconnect();
    over.abort();
  };
}

async function begin(effect: Effect, host: HTMLElement, page: Parameters<Effect["start"]>[1]): Promise<void> {
  try {
    const end = await effect.start(host, page);
    if (!end) return;
    if (page.signal.aborted) end();
    else page.signal.addEventListener("abort", end);
  } catch {
    // Without its script or data the page stays as it was rendered.
  }
}
