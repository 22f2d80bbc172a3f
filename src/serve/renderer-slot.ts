import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createPreviewWorld, type PreviewWorldOptions } from "../build/preview/preview-world.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { DraftRenderer } from "./preview.ts";

type Module = typeof import("../build/preview/preview-world.ts");

export interface RendererSlot {
  /** The renderer, made at the first draft request. */
  get(): Promise<DraftRenderer>;
  file(path: string): Promise<Uint8Array | null>;
  /** The next draft is rendered by the code that the last build ran. */
  renew(options: PreviewWorldOptions): void;
  close(): void;
}

/** Holds the draft renderer: made late, since most sessions show no draft, and anew when code has changed. */
export function createRendererSlot(first: PreviewWorldOptions): RendererSlot {
  let options = first;
  let generation = 0;
  let current: Promise<DraftRenderer> | null = null;
  const make = async (): Promise<DraftRenderer> => {
    const create = generation === 0 ? createPreviewWorld : (await loadAgain(generation)).createPreviewWorld;
    return create(options);
  };
  const drop = () => {
    void current?.then((renderer) => renderer.close()).catch(() => undefined);
    current = null;
  };
  return {
    get() {
      if (current) return current;
      const making = make();
      current = making;
      // A failure (the service cannot be reached, say) is not kept: the next request tries again.
      making.catch(() => {
        if (current === making) current = null;
      });
      return making;
    },
    file: async (path) => (current ? ((await current.catch(() => null))?.file(path) ?? null) : null),
    renew(next) {
      options = next;
      generation += 1;
      drop();
    },
    close: drop,
  };
}

/** A build in another process has bundled the changed code to dist/; the query makes Node read it again. */
function loadAgain(generation: number): Promise<Module> {
  const bundled = pathToFileURL(join(PACKAGE_ROOT, "dist", "preview.mjs"));
  return import(`${bundled.href}?${generation}`);
}
