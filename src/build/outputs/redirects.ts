/** Redirect stubs, and the files in which hosts read redirects and headers. */
import { join } from "node:path";
import type { Lang } from "../../content/model.ts";
import { PACKAGE_ROOT } from "../../package-root.ts";
import type { RedirectOutput } from "../../redirects/build.ts";
import { stubFile, stubTargets } from "../../redirects/stubs.ts";
import { loadStub } from "../../render/stub.ts";
import { forLanguage } from "../../site/by-language.ts";
import { hostFiles } from "../host-files.ts";
import type { RenderContext } from "../render-context.ts";
import { hasOtherWords, type Output } from "./output.ts";

/** Pages decide which rules there are. */
export const redirects: Output = {
  name: "redirects",
  keys: () => [""],
  isMoved(_, { context }, moved) {
    const { added, removed, renames } = moved;
    const hasWords = context.definition.languages.some(({ code }) => hasOtherWords(code, moved));
    return renames || hasWords || added.length + removed.length > 0;
  },
  async make(_, { context, redirects: read, config }) {
    const rules = await read();
    const ofHosts = hostFiles({ config, context, redirects: rules });
    const files = [...stubs(context, rules)].map(([path, { from, text }]) => ({
      path,
      content: text(),
      kind: "stub" as const,
      source: `redirect ${from}`,
    }));
    const hosts = ofHosts.files.map(({ path, text }) => ({ path, content: text, source: "host files" }));
    return { files: [...files, ...hosts], problems: [...rules.problems, ...ofHosts.problems] };
  },
};

interface Stub {
  from: string;
  text(): string;
}

/** The redirect stubs, by path below the output folder. */
export function stubs(context: RenderContext, { rules }: Pick<RedirectOutput, "rules">): Map<string, Stub> {
  const stub = loadStub(join(PACKAGE_ROOT, "templates", "redirect.html"));
  const words = {
    address: context.settings,
    moved: (lang: Lang) => forLanguage(context.shared, lang).words.moved ?? "",
  };
  const targets = stubTargets(rules, context.site.paths);
  return new Map(
    targets.map((target) => [stubFile(target.from), { from: target.from, text: () => stub.render(target, words) }]),
  );
}
