import type { OutputTransaction } from "../publish/output-transaction.ts";
import type { Lang } from "../site/api/model.ts";
import { domainPath } from "../site/domains.ts";
import { languageOf } from "../site/languages.ts";
import type { PageSheet } from "./page-styles.ts";
import type { RenderContext } from "./render-context.ts";
import { sheetsOfPage } from "./render-payload.ts";

export type StyleFiles = ReturnType<typeof createStyleFiles>;

/** The stylesheets that pages link, each published once. */
export function createStyleFiles(context: Pick<RenderContext, "styles" | "shared" | "definition">) {
  const noted = new Map<string, PageSheet>();
  const placed = (lang: Lang, blocks: readonly string[]) => {
    const language = languageOf(context.definition.languages, lang);
    return sheetsOfPage(blocks, lang, context).map((sheet) => [domainPath(language, sheet.path), sheet] as const);
  };
  return {
    /** Paths of a page's own stylesheets below the output folder. */
    pathsOf: (lang: Lang, blocks: readonly string[]) => placed(lang, blocks).map(([path]) => path),
    /** The same for a page of this build, whose stylesheets are published. */
    note(lang: Lang, blocks: readonly string[]) {
      const sheets = placed(lang, blocks);
      for (const [path, sheet] of sheets) noted.set(path, sheet);
      return sheets.map(([path]) => path);
    },
    find: (path: string) => noted.get(path)?.text(),
    async put(output: Pick<OutputTransaction, "keep" | "put">) {
      for (const [path, sheet] of noted) if (!output.keep(path)) await output.put(path, sheet.text());
    },
  };
}
