import { escapeRegex } from "../../content/rules/escape-regex.ts";
import { withBase } from "../../content/rules/paths.ts";
import { CACHE_CONTROL } from "../../http/cache-control.ts";
import { TEXT_TYPES } from "../../http/content-types.ts";
import { placeholdersOf } from "../../redirects/pattern.ts";
import type { RedirectRule } from "../../redirects/rule.ts";
import { securityHeaders } from "./headers.ts";
import { extensionOf, HOST_FILE_NAMES, type HostInput, type HostOutput, redirectTarget, splitTarget } from "./host.ts";
import { DECODED_STYLE, pathRegex, queryRegex, rawStyle } from "./regex.ts";

const NO_PAGE = "RewriteCond %{REQUEST_FILENAME}/index.html !-f";

/** Apache makes each Location absolute, with http behind a proxy that ends TLS: the origin is then put before a path. */
const ORIGIN = "%{ENV:SITE_ORIGIN}";
const BEHIND_TLS = [
  "RewriteCond %{HTTP:X-Forwarded-Proto} =https",
  "RewriteRule ^ - [E=SITE_ORIGIN:https://%{HTTP_HOST}]",
];
/** What mod_dir does elsewhere. */
const SLASH_BEHIND_TLS = [
  `RewriteCond ${ORIGIN} .`,
  "RewriteCond %{REQUEST_FILENAME}/index.html -f",
  `RewriteRule "[^/]$" "${ORIGIN}%{REQUEST_URI}/" [R=301,L]`,
];

/** .htaccess; needs AllowOverride All and the modules rewrite and headers. */
export function apacheFiles(input: HostInput): HostOutput {
  const rules = input.redirects.flatMap((rule) => redirectLines(rule, input.base));
  const hidden = HOST_FILE_NAMES.map(escapeRegex).join("|");
  const lines = [
    "# Written by sitegen. Needs AllowOverride All and the modules rewrite and headers.",
    "Options -Indexes -MultiViews",
    "DirectoryIndex index.html",
    "AddDefaultCharset utf-8",
    "AddType image/avif .avif",
    "AddType image/webp .webp",
    "AddType font/woff2 .woff2",
    "AddType text/javascript .js",
    ...addedTypes(input),
    ...notFoundLines(input),
    "",
    "<IfModule mod_headers.c>",
    ...headerLines(input),
    // Apache adds "-gzip" to the ETag of a compressed response, and would not recognise that ETag in a request.
    'RequestHeader edit If-None-Match "-gzip(?=.$)" ""',
    "</IfModule>",
    "",
    "<IfModule mod_filter.c>",
    "<IfModule mod_deflate.c>",
    `AddOutputFilterByType DEFLATE ${TEXT_TYPES.join(" ")}`,
    "</IfModule>",
    "</IfModule>",
    "",
    "RewriteEngine On",
    ...BEHIND_TLS,
    ...rules,
    ...SLASH_BEHIND_TLS,
    `RewriteRule "^(?:${hidden})$" - [R=404,L]`,
    'RewriteRule "(?:^|/)\\.(?!well-known/)" - [R=404,L]',
    // Apache responds with 403 for a folder without a page; visitors get a 404.
    "RewriteCond %{REQUEST_FILENAME} -d",
    NO_PAGE,
    "RewriteRule ^ - [R=404,L]",
  ];
  return { files: [{ path: ".htaccess", text: `${lines.join("\n")}\n` }], problems: [] };
}

function addedTypes({ typedFiles = [] }: HostInput): string[] {
  return [...new Set(typedFiles.map(({ path, type }) => `AddType ${type} .${extensionOf(path)}`))];
}

function notFoundLines({ base, languages }: HostInput): string[] {
  const own = languages.flatMap((lang) => [
    `<If "%{REQUEST_URI} =~ m#^${escapeRegex(`${base}${lang}/`)}#">`,
    `ErrorDocument 404 ${base}${lang}/404.html`,
    "</If>",
  ]);
  return [`ErrorDocument 404 ${base}404.html`, ...own];
}

/**
 * `always` applies to error responses too. The cache rules do not use it, so that a missing asset is not cached for a
 * year.
 */
function headerLines({ headers, base }: HostInput): string[] {
  const cache = (value: string): string => `Header set Cache-Control ${quote(value)}`;
  const assets = escapeRegex(`${base}_assets/`);
  return [
    ...securityHeaders(headers).map(
      ([name, value]) => `Header always set ${name} ${quote(value.replaceAll("%", "%%"))}`,
    ),
    cache(CACHE_CONTROL.revalidate),
    `<If "%{REQUEST_URI} =~ m#^${assets}#">`,
    cache(CACHE_CONTROL.immutable),
    "</If>",
    `<If "%{REQUEST_URI} =~ m#^${assets}builds/latest\\.json$#">`,
    cache(CACHE_CONTROL.never),
    "</If>",
  ];
}

/** A .htaccess file sees the path decoded and relative to its folder, that is, without the base path. */
function redirectLines(rule: RedirectRule, base: string): string[] {
  const conditions =
    rule.query.length === 0 ? [] : [`RewriteCond %{QUERY_STRING} ${quote(`^${queryRegex(rule.query)}`)}`];
  // mod_rewrite ends an argument at the first quotation mark, escaped or not.
  const pattern = quote(`^${pathRegex(rule.from, DECODED_STYLE).replaceAll('"', "\\x22")}$`);
  if (!rule.isPattern) return ruleLines({ rule, base, conditions, pattern, names: [] });
  const names: string[] = [];
  // Values are captured from the request line, where they are encoded; each name's number is its group there.
  const style = rawStyle((name) => {
    names.push(name);
    return "(";
  });
  const raw = pathRegex(withBase(base, rule.from), style);
  const files = ["RewriteCond %{REQUEST_FILENAME} !-f", NO_PAGE];
  const request = `RewriteCond %{THE_REQUEST} ${quote(`^[A-Z]+ /${raw}[? ]`)}`;
  return ruleLines({ rule, base, conditions: [...conditions, ...files, request], pattern, names });
}

/**
 * mod_rewrite keeps the request's query if the target has neither query nor hash. QSA joins both queries. Before a hash
 * the query must be written out, but only if it is not empty.
 */
function ruleLines(options: {
  rule: RedirectRule;
  base: string;
  conditions: readonly string[];
  pattern: string;
  names: readonly string[];
}): string[] {
  const { rule, base, conditions, pattern, names } = options;
  const { path, query, hash } = splitTarget(redirectTarget(rule, base));
  const line = (target: string, flags: string): string =>
    `RewriteRule ${pattern} ${quote(target.startsWith("/") ? ORIGIN + target : target)} [R=${rule.status},L,NE${flags}]`;
  const fill = (text: string): string => substitution(text, names);
  if (hash === "") {
    const flags = query === "" ? "" : ",QSA";
    return [...conditions, line(fill(path) + (query === "" ? "" : `?${fill(query)}`), flags)];
  }
  const own = query === "" ? "" : `${fill(query)}&`;
  return [
    'RewriteCond %{QUERY_STRING} "!^$"',
    ...conditions,
    line(`${fill(path)}?${own}%{QUERY_STRING}${fill(hash)}`, ""),
    ...conditions,
    line(`${fill(path)}${query === "" ? "" : `?${fill(query)}`}${fill(hash)}`, ""),
  ];
}

/**
 * `$` and `%` begin references in a substitution, and a question mark at its end removes the query. Names become
 * references to the last condition's groups.
 */
function substitution(text: string, names: readonly string[]): string {
  const literal = text.replace(/\?$/, "%3F").replace(/[$%\\]/g, "\\$&");
  const known = new Set(placeholdersOf(text));
  return literal.replace(/(?<=[/?&=#.-]):([A-Za-z]\w*)/g, (whole, name: string) => {
    const index = names.indexOf(name);
    return known.has(name) && index >= 0 ? `%${index + 1}` : whole;
  });
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}
