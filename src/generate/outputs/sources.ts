/** The values of sources that say `preview: true`, for the live preview; of others nothing is published. */
import { withBase } from "../../content/rules/paths.ts";
import { contentHash } from "../../files/hash.ts";
import { domainPath } from "../../site/domains.ts";
import type { RenderContext } from "../render-context.ts";
import { domainIn } from "./client-files.ts";
import { type Output, partsOfKey } from "./output.ts";

type Published = Pick<RenderContext, "definition" | "values">;

export const sources: Output = {
  name: "source",
  *keys({ config, context }) {
    if (config.preview.editorOrigins.length === 0) return;
    for (const { folder } of context.domains) for (const name of shownIn(context)) yield `${folder} ${name}`;
  },
  isMoved: (key, _, moved) => moved.sources.has(partsOfKey(key)[1]),
  make(key, { context }) {
    const [folder, name] = partsOfKey(key);
    const content = JSON.stringify(context.values[name]?.rows ?? []);
    const file = `_assets/source-${name}-${contentHash(content).slice(0, 16)}.json`;
    return { files: [{ path: domainPath(domainIn(folder, context), file), content }] };
  },
};

/** URLs of these files by the source's name. */
export function sourceAddresses(
  context: Published & Pick<RenderContext, "domains" | "settings">,
  filesOf: (output: string, key: string) => readonly string[],
): Record<string, string> {
  const [first] = context.domains;
  const skipped = domainPath(first, "").length;
  const found = shownIn(context).flatMap((name) => {
    const [file] = filesOf(sources.name, `${first.folder} ${name}`);
    return file === undefined ? [] : [[name, withBase(context.settings.base, file.slice(skipped))] as const];
  });
  return Object.fromEntries(found);
}

function shownIn({ definition, values }: Published): string[] {
  return Object.keys(values).filter((name) => definition.sources[name]?.preview === true);
}
