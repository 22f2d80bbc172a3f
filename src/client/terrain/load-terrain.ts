/** Options of a terrain, in `data-terrain`. */
interface TerrainOptions {
  /** URL of the data (docs/writing-a-block.md). */
  src: string;
}

/**
 * Draws spectral terrains over their placeholder pictures when they come into view. Under reduced motion or without the
 * data the pictures stay. The returned function ends all.
 */
export function loadTerrains(): () => void {
  const ends: (() => void)[] = [];
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return () => undefined;
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      observer.unobserve(target);
      ends.push(begin(target));
    }
  });
  for (const host of document.querySelectorAll("[data-terrain]")) observer.observe(host);
  return () => {
    observer.disconnect();
    for (const end of ends) end();
  };
}

function begin(host: HTMLElement): () => void {
  let ended = false;
  let end: (() => void) | undefined;
  const options = JSON.parse(host.dataset.terrain ?? "{}") as TerrainOptions;
  import("./terrain.ts")
    .then(({ animateTerrain }) => animateTerrain({ host, src: options.src, lang: document.documentElement.lang }))
    .then((stop) => {
      if (ended) stop();
      else end = stop;
    })
    // Without the script or the data the picture stays.
    .catch(() => undefined);
  return () => {
    ended = true;
    end?.();
  };
}
