import { readFileSync } from "node:fs";
import { sitegenError } from "../errors.ts";
import type { SiteBlock } from "../site/block-files.ts";

const AsyncFunction = (async () => undefined).constructor;
const ASYNC_EXPORT = /^[^\S\n]*export\s+(?:default\s+|const\s+\w+[^=\n]*=\s*)?async\b/m;

/**
 * A page is rendered in one go: React would fail with a message that names no component, and of data that is waited for
 * `{}` would be published. Throws CONFIG_INVALID (exit 2) with `file:line`.
 */
export function refuseAsyncBlocks(blocks: readonly SiteBlock[]): void {
  const faults = blocks.flatMap(({ name, component, data, files }) => [
    ...(component?.value instanceof AsyncFunction ? [`${placeOf(files.component)}: The component of "${name}"`] : []),
    ...(data instanceof AsyncFunction ? [`${placeOf(files.data)}: The data function of "${name}"`] : []),
  ]);
  if (faults.length === 0) return;
  throw sitegenError("CONFIG_INVALID", {
    message: faults.map((fault) => `${fault} is async, but a page is rendered in one go.`).join("\n"),
    hint: "Remove `async`: what comes from elsewhere belongs into the space, what changes into an effect (`hydrate`).",
  });
}

/** The file alone if the export is written in another way. */
function placeOf(file: string | null): string {
  const text = file === null ? "" : readFileSync(file, "utf8");
  const at = text.search(ASYNC_EXPORT);
  return at === -1 ? `${file}` : `${file}:${text.slice(0, at).split("\n").length}`;
}
