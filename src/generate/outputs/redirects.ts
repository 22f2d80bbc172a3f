/** Redirect stubs, and the files in which hosts read redirects and headers. */
import { join } from "node:path";
import type { Lang } from "../../content/model.ts";
import { PACKAGE_ROOT } from "../../files/package-root.ts";
import { shortHash } from "../../files/short-hash.ts";
import { contentType } from "../../http/content-types.ts";
import type { RedirectOutput } from "../../redirects/build.ts";
import { stubFile, stubTargets } from "../../redirects/stubs.ts";
import { loadStub } from "../../render/stub.ts";
import { forLanguage } from "../../site/by-language.ts";
import { hostFiles } from "../host-files.ts";
import type { RenderContext } from "../render-context.ts";
import { hasOtherWords, type Output, type OutputInput } from "./output.ts";
import { filesOfBuild } from "./public-files.ts";

/** Pages decide which rules there are; files whose types hosts may not know are part of the key. */
export const redirects: Output = {
  name: "redirects",
  keys(input) {
    const files = typedFiles(input);
    return [files.length === 0 ? "" : shortHash(JSON.stringify(files))];
  },
  isMoved(_, { context }, moved) {
    const { added, removed, renames } = moved;
    const hasWords = context.definition.languages.some(({ code }) => hasOtherWords(code, moved));
    return renames || hasWords || added.length + removed.length > 0;
  },
  async make(_, input) {
    const { context, config } = input;
    const rules = await input.redirects();
    const ofHosts = hostFiles({ config, context, redirects: rules, typedFiles: typedFiles(input) });
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

/** Types that every host knows by the extension, or is told in its file anyway. */
const KNOWN = /\.(?:html|css|js|json|xml|svg|txt|png|jpe?g|webp|gif|ico|woff2?|mp4|webm|mp3|pdf|zip)$/i;

/** The site's own files of other types. */
function typedFiles({
  config,
  context,
  client,
}: OutputInput): NonNullable<Parameters<typeof hostFiles>[0]["typedFiles"]> {
  const paths = [...filesOfBuild(config, context).map(({ path }) => path), ...client.paths];
  return paths
    .filter((path) => /\.[a-z0-9]{1,12}$/i.test(path) && !KNOWN.test(path))
    .sort()
    .map((path) => ({ path, type: contentType(path).value.split(";")[0] ?? "" }));
}

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
