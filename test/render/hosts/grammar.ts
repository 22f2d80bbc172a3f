/**
 * Strict parsers for the documented grammar of host files for which no real server can be started; each returns a
 * text's errors. Sources: the hosts' documentation of redirects and headers (developers.cloudflare.com
 * workers/static-assets, docs.netlify.com manage/routing, vercel.com docs/project-configuration and its JSON schema,
 * firebase.google.com docs/hosting/full-config).
 */
const REDIRECT = new Set([301, 302, 303, 307, 308]);
/** Characters allowed by RFC 3986 in a path, and in a whole URL. */
const PATH = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const ADDRESS =
  /^(?:\/(?!\/)|https?:\/\/[A-Za-z0-9\-.[\]:]+(?:$|(?=[/?#])))(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?#[\]]|%[0-9A-Fa-f]{2})*$/;

/** Names in a text: `:name`, and `:splat` for a source's final star. */
const namesIn = (text: string) => [...text.matchAll(/(?<=[/?&=#.-]):([A-Za-z]\w*)/g)].map(([, name = ""]) => name);
const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));

function sourceFaults(from: string, to: string): string[] {
  const known = [...namesIn(from), ...(from.includes("*") ? ["splat"] : [])];
  return [
    ...(PATH.test(from) ? [] : [`source ${from}`]),
    ...(/\*(?!$)/.test(from) ? [`a star within ${from}`] : []),
    ...(ADDRESS.test(to) ? [] : [`target ${to}`]),
    ...namesIn(to)
      .filter((name) => !known.includes(name))
      .map((name) => `:${name} of ${to} is not in ${from}`),
  ];
}

/** `from [name=value …] to status[!]`; the first matching line counts. */
export function netlifyRedirectFaults(text: string): string[] {
  const plain = new Map<string, string>();
  return linesOf(text).flatMap((line) => {
    const tokens = line.trim().split(/\s+/);
    const [from = ""] = tokens;
    const to = tokens.findIndex((token, at) => at > 0 && /^(?:\/|https?:)/.test(token));
    const conditions = tokens.slice(1, to);
    const [status = "", ...more] = tokens.slice(to + 1);
    const target = tokens[to] ?? "";
    const earlier = plain.get(from.replace(/\/$/, ""));
    if (conditions.length === 0) plain.set(from.replace(/\/$/, ""), target);
    return [
      ...sourceFaults(from, target),
      ...conditions
        .filter((token) => !/^(?:[\w\-.~!'()*]|%[0-9A-F]{2})+=\S*$/.test(token))
        .map((one) => `condition ${one}`),
      ...(/^(?:30[12378]|200|404)!?$/.test(status) && more.length === 0
        ? []
        : [`status ${[status, ...more].join(" ")}`]),
      ...(earlier !== undefined && earlier !== target
        ? [`${line} comes after a line that takes all of its requests`]
        : []),
    ];
  });
}

/** `source destination code`; at most 2000 static lines, then at most 100 with a star or a name; 1000 characters. */
export function cloudflareRedirectFaults(text: string): string[] {
  const lines = linesOf(text).map((line) => ({ line, tokens: line.trim().split(/\s+/) }));
  const isDynamic = ({ tokens: [from = ""] }: { tokens: string[] }) => from.includes("*") || namesIn(from).length > 0;
  const firstDynamic = lines.findIndex(isDynamic);
  const seen = new Set<string>();
  const faults = lines.flatMap(({ line, tokens }, at) => {
    const [from = "", to = "", code = "", ...more] = tokens;
    const again = seen.has(from);
    seen.add(from);
    return [
      ...sourceFaults(from, to),
      ...(REDIRECT.has(Number(code)) && more.length === 0 ? [] : [`code ${[code, ...more].join(" ")}`]),
      ...(line.length > 1000 ? [`${line.length} characters`] : []),
      ...(firstDynamic >= 0 && at > firstDynamic && !isDynamic({ tokens }) ? [`${from} is static and comes late`] : []),
      ...(again ? [`${from} a second time`] : []),
    ];
  });
  const dynamic = lines.filter(isDynamic).length;
  if (lines.length - dynamic > 2000) faults.push("too many static lines");
  return dynamic > 100 ? [...faults, "too many dynamic lines"] : faults;
}

/** A path at the start of a line, then indented `Name: value`; Cloudflare allows `! Name` too, and 100 rules. */
export function headersFaults(text: string, { detach }: { detach: boolean }): string[] {
  const lines = linesOf(text);
  const rules = lines.filter((line) => !/^\s/.test(line));
  const own = /^\s+[A-Za-z][A-Za-z0-9-]*: [\x21-\x7e][\x20-\x7e]*$/;
  const off = /^\s+! [A-Za-z][A-Za-z0-9-]*$/;
  return [
    ...lines
      .slice(0, 1)
      .filter((line) => /^\s/.test(line))
      .map((line) => `${line} has no path above it`),
    ...rules.filter((line) => !PATH.test(line) || /\*.*\*/.test(line)).map((line) => `rule ${line}`),
    ...lines
      .filter((line) => /^\s/.test(line) && !own.test(line) && !(detach && off.test(line)))
      .map((line) => `line ${line}`),
    ...lines.filter((line) => line.length > 2000).map((line) => `${line.length} characters`),
    ...(rules.length > 100 ? ["more than 100 rules"] : []),
  ];
}

type Json = Record<string, unknown>;

function keysFaults(value: Json, known: readonly string[], needed: readonly string[]): string[] {
  return [
    ...Object.keys(value)
      .filter((key) => !known.includes(key))
      .map((key) => `key ${key} is not known`),
    ...needed.filter((key) => value[key] === undefined).map((key) => `key ${key} is missing`),
  ];
}

/** Parts of a path-to-regexp source: `:name`, `:name(…)?`, `(…)`, `{/}?`, an escaped character, a plain one. */
const VERCEL_SOURCE =
  /^\/(?::[A-Za-z]\w*(?:\((?:[^()\\?]|\\.)*\))?[*+?]?|\((?:[^()\\?]|\\.)*\)|\{\/\}\?|\\[(){}?+!:*]|[^:(){}?+*!\\\s])*$/;

export function vercelFaults(text: string): string[] {
  const config = JSON.parse(text) as { trailingSlash?: unknown; redirects?: Json[]; headers?: Json[] };
  const { redirects = [], headers = [] } = config;
  return [
    ...keysFaults(config as Json, ["trailingSlash", "redirects", "headers"], []),
    ...(typeof config.trailingSlash === "boolean" ? [] : ["trailingSlash is no boolean"]),
    ...(redirects.length > 2048 ? ["more than 2048 redirects"] : []),
    ...redirects.flatMap(vercelRedirectFaults),
    ...headers.flatMap((rule) => [
      ...keysFaults(rule, ["source", "headers", "has", "missing"], ["source", "headers"]),
      ...(VERCEL_SOURCE.test(String(rule.source)) ? [] : [`source ${rule.source}`]),
      ...headerListFaults(rule.headers),
    ]),
  ];
}

function vercelRedirectFaults(rule: Json): string[] {
  const { source, destination, statusCode, has = [] } = rule;
  const known = [...String(source).matchAll(/:([A-Za-z]\w*)/g)].map(([, name]) => name);
  const literal = String(destination)
    .replace(/^https?:/, "")
    .replace(/\\./g, "");
  const used = [...literal.matchAll(/:(\w*)/g)].map(([, name]) => name);
  return [
    ...keysFaults(
      rule,
      ["source", "destination", "permanent", "statusCode", "has", "missing"],
      ["source", "destination"],
    ),
    ...(VERCEL_SOURCE.test(String(source)) && String(source).length <= 4096 ? [] : [`source ${source}`]),
    // With trailingSlash, a path has its slash before it is compared, unless its last part contains a dot. Vercel's own
    // @vercel/routing-utils makes of `:name*` an expression that fits no path with a slash at its end.
    ...(/(?:(?<!:\w+)\/|\{\/\}\?|\.[^/]*)$/.test(String(source)) ? [] : [`source ${source} never fits`]),
    ...(ADDRESS.test(String(destination).replace(/\\(.)/g, "$1")) ? [] : [`destination ${destination}`]),
    ...(/[(){}]/.test(literal) ? [`destination ${destination} holds a group`] : []),
    ...used.filter((name) => !known.includes(name)).map((name) => `:${name} of ${destination} is not in ${source}`),
    ...(typeof statusCode === "number" && REDIRECT.has(statusCode) && rule.permanent === undefined
      ? []
      : ["statusCode"]),
    ...(has as Json[]).flatMap((one) => [
      ...keysFaults(one, ["type", "key", "value"], ["type", "key"]),
      ...(["header", "cookie", "host", "query"].includes(String(one.type)) ? [] : [`type ${one.type}`]),
      ...(compiles(String(one.value)) ? [] : [`value ${one.value}`]),
    ]),
  ];
}

export function firebaseFaults(text: string): string[] {
  const config = JSON.parse(text) as { hosting: Json };
  const { hosting } = config;
  const known = [
    "public",
    "ignore",
    "redirects",
    "rewrites",
    "headers",
    "cleanUrls",
    "trailingSlash",
    "i18n",
    "site",
    "target",
  ];
  const one = (rule: Json) => ["source", "glob", "regex"].filter((key) => rule[key] !== undefined).length;
  return [
    ...keysFaults(config as Json, ["hosting"], ["hosting"]),
    ...keysFaults(hosting, known, ["public"]),
    ...(hosting.redirects as Json[]).flatMap((rule) => [
      ...keysFaults(rule, ["source", "glob", "regex", "destination", "type"], ["destination", "type"]),
      ...(one(rule) === 1 ? [] : ["a rule has one source"]),
      ...(REDIRECT.has(rule.type as number) ? [] : [`type ${rule.type}`]),
      ...re2Faults(String(rule.regex)),
      ...(ADDRESS.test(String(rule.destination)) ? [] : [`destination ${rule.destination}`]),
      ...namesIn(String(rule.destination))
        .filter((name) => !String(rule.regex).includes(`(?P<${name}>`))
        .map((name) => `:${name} of ${rule.destination} is not in ${rule.regex}`),
    ]),
    ...(hosting.headers as Json[]).flatMap((rule) => [
      ...keysFaults(rule, ["source", "glob", "regex", "headers"], ["headers"]),
      ...(one(rule) === 1 ? [] : ["a rule has one source"]),
      ...headerListFaults(rule.headers),
    ]),
  ];
}

/** RE2 has no look-around and no back references, and names its groups `(?P<name>`. */
function re2Faults(regex: string): string[] {
  const bare = regex.replace(/\\[^1-9]/g, "");
  const isRe2 = !/\(\?(?!:|P<[A-Za-z_]\w*>)/.test(bare) && !/\\[1-9]/.test(bare);
  return isRe2 && compiles(regex.replaceAll("(?P<", "(?<")) && /^\^\/.*\$$/.test(regex) ? [] : [`regex ${regex}`];
}

function headerListFaults(list: unknown): string[] {
  return (list as Json[]).flatMap((header) => [
    ...keysFaults(header, ["key", "value"], ["key", "value"]),
    ...(/^[A-Za-z][A-Za-z0-9-]*$/.test(String(header.key)) ? [] : [`header ${header.key}`]),
    ...(/^[\x20-\x7e]+$/.test(String(header.value)) ? [] : [`value ${header.value}`]),
  ]);
}

function compiles(regex: string): boolean {
  try {
    return new RegExp(regex).source !== "";
  } catch {
    return false;
  }
}
