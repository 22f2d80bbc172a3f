import type { Lang } from "../content/model.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import { placeIn } from "../site/domains.ts";
import { languageOf } from "../site/languages.ts";
import type { RenderContext } from "./render-context.ts";
import { blocksAround } from "./render-route.ts";

/** The stylesheets that the pages of this build name, each published once. */
export interface StyleFiles {
  /** Path of a page's stylesheet below the output folder, "" where it has none of its own. */
  pathOf(lang: Lang, blocks: readonly string[]): string;
  /** The same, for a page that is part of the build. */
  note(lang: Lang, blocks: readonly string[]): string;
  put(): Promise<void>;
}

export function createStyleFiles(
  context: Pick<RenderContext, "styles" | "shared" | "definition">,
  output: OutputTransaction,
): StyleFiles {
  const { styles, definition } = context;
  const noted = new Map<string, readonly string[]>();
  const pathOf = (lang: Lang, blocks: readonly string[]) => {
    const path = styles.pathOf(blocksAround(blocks, lang, context));
    return path && placeIn(languageOf(definition.languages, lang), path);
  };
  return {
    pathOf,
    note(lang, blocks) {
      const path = pathOf(lang, blocks);
      if (path !== "" && !noted.has(path)) noted.set(path, blocksAround(blocks, lang, context));
      return path;
    },
    async put() {
      for (const [path, blocks] of noted) if (!output.keep(path)) await output.put(path, styles.textOf(blocks));
    },
  };
}
