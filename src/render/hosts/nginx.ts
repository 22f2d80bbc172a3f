import { withBase } from "../../content/rules/paths.ts";
import { CACHE_CONTROL } from "../../http/cache-control.ts";
import { TEXT_TYPES } from "../../http/content-types.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { appendTo } from "../../util/append-to.ts";
import { securityHeaders } from "./headers.ts";
import {
  extensionOf,
  HOST_FILE_NAMES,
  type HostInput,
  type HostOutput,
  redirectTarget,
  splitTarget,
  withAndWithoutSlash,
} from "./host.ts";
import { DECODED_STYLE, pathRegex, queryRegex, rawStyle } from "./regex.ts";

/**
 * nginx.conf, to include in a server block that sets listen, server_name and root. It only uses modules of the default
 * build. Headers are set at server level, since a location with a header of its own would lose them.
 */
export function nginxFiles(input: HostInput): HostOutput {
  const concrete = groupBy(input.redirects.filter((rule) => !rule.isPattern));
  const patterns = groupBy(input.redirects.filter((rule) => rule.isPattern));
  const blocks = [
    "# Written by sitegen. Include it in a server block with listen, server_name and root.",
    serverLevel(input),
    fileLocations(input),
    ...[...concrete.values()].flatMap((rules) => concreteLocations(rules, input.base)),
    ...[...patterns.values()].map((rules, index) => patternLocations(rules, index + 1, input)),
    markdownLocation(input),
  ];
  return { files: [{ path: "nginx.conf", text: `${blocks.join("\n\n")}\n` }], problems: [] };
}

function serverLevel({ headers, base }: HostInput): string {
  const lines = [
    "index index.html;",
    "autoindex off;",
    "charset utf-8;",
    "absolute_redirect off;",
    "etag on;",
    ...errorPages(base, ""),
    `set $sitegen_cache ${quote(CACHE_CONTROL.revalidate)};`,
    `if ($uri ~ ${quote(`^${base}_assets/`)}) { set $sitegen_cache ${quote(CACHE_CONTROL.immutable)}; }`,
    `if ($uri = ${quote(`${base}_assets/builds/latest.json`)}) { set $sitegen_cache ${quote(CACHE_CONTROL.never)}; }`,
    // Without "always": a 404 for an asset must not be cached for a year.
    "add_header Cache-Control $sitegen_cache;",
    ...securityHeaders(headers).map(([name, value]) => `add_header ${name} ${quote(value)} always;`),
  ];
  return lines.join("\n");
}

/** Set in the locations, since the including server block may set the same directives. nginx always compresses HTML. */
const COMPRESSION = [
  "gzip on;",
  "gzip_vary on;",
  "gzip_proxied any;",
  "gzip_comp_level 6;",
  `gzip_types ${TEXT_TYPES.filter((type) => type !== "text/html").join(" ")};`,
];

function fileLocations({ base, languages, redirects, typedFiles = [] }: HostInput): string {
  const hidden = HOST_FILE_NAMES.map((name) => `location = ${quote(base + name)} { return 404; }`);
  const tree = (folder: string, pages: string[]): string =>
    `location ${quote(folder)} { ${[...COMPRESSION, ...pages, "try_files $uri $uri/ =404;"].join(" ")} }`;
  // Types missing in nginx's list, or in older versions. A `types` block replaces the list for its location.
  const types = new Map([
    ["vtt", "text/vtt"],
    ["avif", "image/avif"],
  ]);
  for (const { path, type } of typedFiles) if (path.startsWith("_assets/")) types.set(extensionOf(path), type);
  // nginx uses one location for a path, and a redirect rule's takes precedence over a file type's.
  const ruled = new Set(redirects.flatMap(({ from }) => withAndWithoutSlash(from)));
  const others = typedFiles.filter(({ path }) => !path.startsWith("_assets/") && !ruled.has(`/${path}`));
  const lines = [...types].map(([extension, type]) => `${type} ${extension};`).join(" ");
  // One location per file, since one per extension would also match paths that patterns redirect.
  const each = others.map(
    ({ path, type }) =>
      `location = ${quote(base + path)} { types { ${type} ${extensionOf(path)}; } try_files $uri =404; }`,
  );
  return [
    ...hidden,
    ...each,
    'location ~ "/\\.(?!well-known/)" { return 404; }',
    `location ~ ${quote(`^${base}_assets/.*\\.(?:${[...types.keys()].join("|")})$`)} { types { ${lines} } try_files $uri =404; }`,
    tree(base, []),
    ...languages.map((lang) => tree(`${base}${lang}/`, errorPages(base, `${lang}/`))),
  ].join("\n");
}

/** nginx knows no type for the Markdown of pages. The last location, so that redirect patterns come first. */
function markdownLocation({ base }: HostInput): string {
  const parts = [...COMPRESSION, "types { text/plain md; }", "try_files $uri =404;"];
  return `location ~ ${quote(`^${base}(?:.*/)?index\\.md$`)} { ${parts.join(" ")} }`;
}

function errorPages(base: string, folder: string): string[] {
  const page = quote(`${base}${folder}404.html`);
  // nginx responds with 403 for a folder without an index; visitors get a 404.
  return [`error_page 404 ${page};`, `error_page 403 =404 ${page};`];
}

function concreteLocations(rules: readonly RedirectRule[], base: string): string[] {
  const [first] = rules;
  if (!first) return [];
  const from = withBase(base, first.from);
  const plain = rules.some((rule) => rule.query.length === 0);
  const lines = rules.flatMap((rule) =>
    returnLines(rule, base).map(({ needsQuery, text }) => {
      if (rule.query.length > 0) return `if ($args ~ ${quote(`^${queryRegex(rule.query)}`)}) { ${text} }`;
      return needsQuery ? `if ($args) { ${text} }` : text;
    }),
  );
  // Without a plain rule, the page or the stub at the path is served; the form without the slash is redirected to it.
  // The path is not written out, because a dollar sign cannot be escaped here.
  if (!plain) lines.push("try_files $uri $uri/index.html =404;");
  const forms = plain ? withAndWithoutSlash(from) : [from];
  return forms.map((form) => `location = ${quote(form)} {\n  ${lines.join("\n  ")}\n}`);
}

/**
 * Files take precedence over patterns. Values are captured from the request line, where they are encoded: decoded ones
 * could put a line break into the response's header.
 */
function patternLocations(rules: readonly RedirectRule[], number: number, { base, languages }: HostInput): string {
  const [first] = rules;
  if (!first) return "";
  const from = withBase(base, first.from);
  const lang = languages.find((name) => from.startsWith(`${base}${name}/`));
  const pages = lang === undefined ? [] : errorPages(base, `${lang}/`);
  const decoded = pathRegex(from, DECODED_STYLE);
  const style = rawStyle((name) => `(?<sitegen_${name}>`);
  const raw = pathRegex(from, style);
  const lines = rules.flatMap((rule) =>
    returnLines(rule, base).map(({ needsQuery, text }) => {
      const tail = rule.query.length > 0 ? `\\?${queryRegex(rule.query)}` : needsQuery ? "\\?." : "(?:\\?|$)";
      return `if ($request_uri ~ ${quote(`^/${raw}${tail}`)}) { ${text} }`;
    }),
  );
  return [
    `location ~ ${quote(`^/${decoded}$`)} {`,
    ...[...pages, `try_files $uri $uri/index.html @sitegen_${number};`].map((line) => `  ${line}`),
    "}",
    `location @sitegen_${number} {`,
    ...[...pages, ...lines, "return 404;"].map((line) => `  ${line}`),
    "}",
  ].join("\n");
}

/** A rule's responses. The one for requests with a query is first if the target's own query must be joined with it. */
function returnLines(rule: RedirectRule, base: string): { needsQuery: boolean; text: string }[] {
  const target = redirectTarget(rule, base).replaceAll("$", "%24");
  const { path, query, hash } = splitTarget(rule.isPattern ? withVariables(target) : target);
  const back = (to: string): string => `return ${rule.status} ${quote(to)};`;
  if (query === "") return [{ needsQuery: false, text: back(`${path}$is_args$args${hash}`) }];
  const joined = { needsQuery: true, text: back(`${path}?${query}&$args${hash}`) };
  return rule.query.length > 0 ? [joined] : [joined, { needsQuery: false, text: back(`${path}?${query}${hash}`) }];
}

function withVariables(target: string): string {
  return target.replace(/(?<=[/?&=#.-]):([A-Za-z]\w*)/g, (_whole, name: string) => `\${sitegen_${name}}`);
}

function groupBy(rules: readonly RedirectRule[]): Map<string, RedirectRule[]> {
  const groups = new Map<string, RedirectRule[]>();
  for (const rule of rules) appendTo(groups, rule.from, rule);
  return groups;
}

function quote(text: string): string {
  return `"${text.replace(/(["\\])/g, "\\$1")}"`;
}
