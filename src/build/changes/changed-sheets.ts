/** Stylesheets that pages now link, and those that no page links any more. */
import type { Lang } from "../../content/model.ts";
import type { Payload } from "../../content/payload.ts";
import { KEYS, type Row } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import type { RenderContext } from "../render-context.ts";
import { pageSheets } from "../style-files.ts";

export interface ChangedSheets {
  /** Counts a page in, and stages those of its stylesheets that no page had. */
  add(lang: Lang, blocks: readonly string[], output: Pick<ChangedOutput, "put">): Promise<void>;
  /** Counts a page of the last build out. */
  remove(lang: Lang, blocks: readonly string[]): void;
  /** Stylesheets that no page links any more. */
  unused(): string[];
  rows(): Row[];
}

export function changedSheets(
  store: Store,
  context: Pick<RenderContext, "styles" | "shared" | "definition">,
): ChangedSheets {
  const counts = new Map<string, number>();
  const stored = (path: string) => (store.get(KEYS.sheet(path)) ?? 0) as number; // written by save-site.ts and here
  const change = (path: string, by: 1 | -1) => counts.set(path, (counts.get(path) ?? stored(path)) + by);
  return {
    async add(lang, blocks, output) {
      for (const [path, sheet] of pageSheets(lang, blocks, context)) {
        // A file of an earlier build may be there, and is then listed again.
        if (stored(path) === 0) await output.put(path, sheet.text());
        change(path, 1);
      }
    },
    remove(lang, blocks) {
      for (const [path] of pageSheets(lang, blocks, context)) change(path, -1);
    },
    unused: () => [...counts].filter(([, count]) => count === 0).map(([path]) => path),
    rows: () => [...counts].map(([path, count]): Row => [KEYS.sheet(path), count]),
  };
}

/** Names of the blocks in a page's `_payload.json`. */
export function blocksIn(text: string): string[] {
  return (JSON.parse(text) as Payload).blocks; // its hash was checked
}
