/** Redirect stubs, and the files in which hosts read redirects and headers. */
import { join } from "node:path";
import { hrefOfEncoded, languageOfPath, type SiteAddress } from "../../content/rules/paths.ts";
import { valueHash } from "../../files/hash.ts";
import { PACKAGE_ROOT } from "../../files/package-root.ts";
import { contentType } from "../../http/content-types.ts";
import type { RedirectOutput } from "../../redirects/build.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { loadTemplate } from "../../render/document.ts";
import { escapeHtml, scriptJson } from "../../render/escape.ts";
import type { HostInput } from "../../render/hosts/host.ts";
import type { Lang } from "../../site/api/model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { domainPath } from "../../site/domains.ts";
import { appendTo } from "../../util/append-to.ts";
import { hostFiles } from "../host-files.ts";
import type { RenderContext } from "../render-context.ts";
import { hasOtherWords, type Output, type OutputInput } from "./output.ts";
import { filesOfBuild } from "./public-files.ts";

/** Which rules there are depends on which pages there are; the site's own files, of which hosts may be told, are in the key. */
export const redirects: Output = {
  name: "redirects",
  keys: (input) => [valueHash([publicPaths(input), input.client.paths])],
  isMoved(_, { context }, moved) {
    const { added, removed, renames } = moved;
    const hasWords = context.definition.languages.some(({ code }) => hasOtherWords(code, moved));
    return renames || hasWords || added.length + removed.length > 0;
  },
  async make(_, input) {
    const { context, config } = input;
    const rules = await input.redirects();
    const made = [...stubs(context, rules)];
    const paths = [...context.site.paths, ...publicPaths(input), ...made.map(([path]) => `/${path}`)];
    const ofHosts = hostFiles({ config, context, redirects: rules, typedFiles: typedFiles(input), paths });
    const files = made.map(([path, { from, text }]) => ({
      path,
      content: text(),
      kind: "stub" as const,
      source: `redirect ${from}`,
    }));
    const hosts = ofHosts.files.map(({ path, text }) => ({ path, content: text, source: "host files" }));
    return { files: [...files, ...hosts], problems: [...rules.problems, ...ofHosts.problems] };
  },
};

/** Types that every host knows by the extension, or that its file sets anyway. */
const KNOWN = /\.(?:html?|css|js|json|xml|svg|txt|png|jpe?g|webp|gif|ico|woff2?|mp4|webm|mp3|pdf|zip)$/i;

/** The site's own files of other types. */
function typedFiles({ config, context, client }: OutputInput): NonNullable<HostInput["typedFiles"]> {
  const paths = [...filesOfBuild(config, context).map(({ path }) => path), ...client.paths];
  return paths
    .filter((path) => /\.[a-z0-9]{1,12}$/i.test(path) && !KNOWN.test(path))
    .sort()
    .map((path) => ({ path, type: contentType(path).value.split(";")[0] ?? "" }));
}

/** Of the site's own files, as those of pages. */
function publicPaths({ config, context }: OutputInput): string[] {
  const files = filesOfBuild(config, context);
  return context.domains.flatMap((domain) => files.map(({ path }) => `/${domainPath(domain, path)}`));
}

/** The redirect stubs, by path below the output folder. */
export function stubs(context: RenderContext, { rules }: Pick<RedirectOutput, "rules">) {
  const stub = loadStub(join(PACKAGE_ROOT, "templates", "redirect.html"));
  const words = {
    address: context.settings,
    moved: (lang: Lang) => forLanguage(context.shared, lang).words.moved ?? "",
  };
  const targets = stubTargets(rules, context.site.paths);
  return new Map(
    targets.map((target) => [stubFile(target.from), { from: target.from, text: () => stub(target, words) }] as const),
  );
}

const SLOTS = ["lang", "title", "canonical", "rules", "refresh", "text", "link", "more"] as const;

export interface StubSite {
  address: SiteAddress;
  /** "This page has moved" in a language. */
  moved(lang: string): string;
}

/**
 * Reads the template of redirect stubs. All stubs have the same script, which reads the targets from a JSON element, so
 * the policy needs one hash (script-hashes.ts). The script runs before the meta refresh, evaluates query conditions,
 * keeps query and hash, and disables the refresh. Without JavaScript, the refresh and a link lead to the plain target.
 */
export function loadStub(path: string): (stub: StubTargets, site: StubSite) => string {
  const fill = loadTemplate(path, SLOTS);
  return (stub, site) => fill(stubValues(stub, site));
}

function stubValues(stub: StubTargets, site: StubSite): Record<(typeof SLOTS)[number], string> {
  const { address } = site;
  const own = languageOfPath(stub.from, address.languages);
  const publicHref = (to: string): string => (to.startsWith("/") ? hrefOfEncoded(address, to, own.code) : to);
  const to = publicHref(stub.to);
  const rules = stub.conditions.map((condition) => ({ query: condition.query, to: publicHref(condition.to) }));
  const target = stub.to.startsWith("/") ? languageOfPath(stub.to, address.languages) : own;
  const others = [...new Set(rules.map((rule) => rule.to))].filter((other) => other !== to);
  const canonical = (to.startsWith("/") ? own.origin || address.origin : "") + to.replace(/#.*$/s, "");
  return {
    lang: target.locale,
    title: escapeHtml(site.moved(target.code)),
    canonical: escapeHtml(canonical),
    rules: scriptJson(JSON.stringify({ to, rules })),
    refresh: escapeHtml(to),
    text: escapeHtml(`${site.moved(target.code)}:`),
    link: linkTo(to),
    more: others.map((other) => `<p>${linkTo(other)}</p>`).join("\n"),
  };
}

function linkTo(href: string): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(href)}</a>`;
}

/** The targets of one stub: the first matching condition's, otherwise the plain one. */
export interface StubTargets {
  from: string;
  /** Target if no condition matches. */
  to: string;
  conditions: { query: RedirectRule["query"]; to: string }[];
}

/**
 * One stub for each exact path. A path with only conditional rules uses the first one's target as its plain target,
 * since a stub cannot respond with 404. Patterns have no file; they are in host files and manifest.
 */
export function stubTargets(rules: readonly RedirectRule[], livePaths: ReadonlySet<string>): StubTargets[] {
  const groups = new Map<string, RedirectRule[]>();
  for (const rule of rules) {
    if (rule.isPattern || livePaths.has(rule.from)) continue;
    appendTo(groups, rule.from, rule);
  }
  return [...groups].map(([from, group]) => {
    const conditions = group.filter(({ query }) => query.length > 0).map(({ query, to }) => ({ query, to }));
    const plain = group.find(({ query }) => query.length === 0);
    return { from, to: plain?.to ?? conditions[0]?.to ?? "/", conditions };
  });
}

/** Path of a stub in out/: `/old/` -> `old/index.html`, `/old.html` -> `old.html`. */
export function stubFile(from: string): string {
  const path = from.slice(1);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}
