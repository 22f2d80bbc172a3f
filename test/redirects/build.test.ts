import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stubFile, stubTargets } from "../../src/generate/outputs/redirects.ts";
import { buildRedirects } from "../../src/redirects/build.ts";
import type { RawRule, Rename } from "../../src/redirects/rule.ts";
import type { LanguageDefinition } from "../../src/site/languages.ts";
import { resolveLanguages } from "../../src/site/resolve-languages.ts";
import { anyPath, anyText, anyUrl } from "../helpers/any-text.ts";
import { definition } from "../helpers/definition.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const LIVE = new Set(["/", "/de/", "/team/", "/de/team/", "/company/team/", "/blog/a/", "/insights/", "/de/agb/"]);

function build(rows: [from: string, to: string, query?: string, status?: string][], renames: Rename[] = []) {
  const rules: RawRule[] = rows.map(([from, to, query = "", status = ""], index) => {
    return { from, to, query, status, where: `r.csv:${index + 2}` };
  });
  const input = { rules, renames, livePaths: LIVE, origin: "https://www.example.org", base: "/", definition };
  const { rules: built, problems } = buildRedirects(input);
  return {
    rules: built.map(({ from, to, query, status }) => {
      const condition = query.map((pair) => pair.join("=")).join("&");
      return `${from}${condition ? `?${condition}` : ""} -> ${to}${status === 301 ? "" : ` ${status}`}`;
    }),
    problems: problems.map(({ code, path }) => `${code} ${path}`),
    built,
    raw: problems,
  };
}

describe("a rule", () => {
  test.each([
    [["/old", "/team"], "/old/ -> /team/"],
    [["old/", "/team/"], "/old/ -> /team/"],
    [["/old/index.html", "/team/"], "/old/ -> /team/"],
    [["/old.html", "/team/"], "/old.html -> /team/"],
    [["/old", "/team/?a=1#b", "", "302"], "/old/ -> /team/?a=1#b 302"],
    [["/%C3%BCber", "/team/"], "/über/ -> /team/"],
    [["/old", "https://www.example.org/team/"], "/old/ -> /team/"],
    [["/old", "HTTPS://Other.Example/a b'\"<>"], "/old/ -> https://other.example/a%20b%27%22%3C%3E"],
    [["/old?lang=de", "/de/team/"], "/old/?lang=de -> /de/team/"],
    [["/old", "/files/sheet.pdf"], "/old/ -> /files/sheet.pdf"],
    [["/old.HTM", "/team/"], "/old.HTM -> /team/"],
    [["/talk:intro", "/team/"], "/talk:intro/ -> /team/"],
    [["/old.html.bak", "/team/"], "/old.html.bak/ -> /team/"],
    [["/old", "/team/?#"], "/old/ -> /team/"],
    [["/old", "/team/?a=1?#b"], "/old/ -> /team/?a=1?#b"],
  ] as const)("%j becomes %s", ([from, to, query, status]: readonly string[], expected) => {
    expect(build([[from ?? "", to ?? "", query ?? "", status ?? ""]]).rules).toEqual([expected]);
  });

  test.each([
    ["/a", "javascript:alert(1)", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", " java\tscript:alert(1)", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "data:text/html,x", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "//evil.example/", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "/\\evil.example/", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "https://good.example@evil.example/", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "https://", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "https://good.example:port/", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "https://good.example!/", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "https://!good.example/", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "/%2e%2e/x", "", "REDIRECT_TARGET_UNSAFE"],
    ["/a", "/x%0d%0aSet-Cookie:a", "", "REDIRECT_TARGET_UNSAFE"],
    ["/go/*", "https://:splat", "", "REDIRECT_TARGET_UNSAFE"],
    ["/go/:x", "/:y/", "", "REDIRECT_TARGET_UNSAFE"],
    ["../a", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["/a/%2e%2e/b", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["/a%2fb", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["/a%zz", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["https://x.example/a", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["//x.example/a", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["HTTPS://x.example/a", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["MAILTO:a", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["/a#b", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["/a//b", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["/a*/b", "/team/", "", "REDIRECT_SOURCE_INVALID"],
    [`/${"x".repeat(3000)}`, "/team/", "", "REDIRECT_SOURCE_INVALID"],
    ["/a", "/team/", "lang", "REDIRECT_QUERY_INVALID"],
    ["/a", "/team/", "lang=%07", "REDIRECT_QUERY_INVALID"],
  ])("%s -> %s %s is refused: %s", (from, to, query, code) => {
    const { rules, problems } = build([[from, to, query]]);
    expect(rules).toEqual([]);
    expect(problems).toEqual([`${code} r.csv:2`]);
  });

  test("a condition may begin with a question mark, and its value may hold one", () => {
    const { built } = build([
      ["/a", "/team/", "?from=b?c"],
      ["/b", "/team/", "from=b?c"],
    ]);
    expect(built.map(({ query }) => query)).toEqual([[["from", "b?c"]], [["from", "b?c"]]]);
  });

  test("an address of more than 2,000 characters is refused", () => {
    const long = (length: number) => "https://x.example/".padEnd(length, "a");
    expect(build([["/a", long(2000)]]).problems).toEqual([]);
    expect(build([["/a", long(2001)]]).problems).toEqual(["REDIRECT_TARGET_UNSAFE r.csv:2"]);
  });

  test("a status that is none is refused", () => {
    expect(build([["/a", "/team/", "", "200"]]).problems).toEqual(["REDIRECT_STATUS_INVALID r.csv:2"]);
  });
});

describe("the whole set", () => {
  test("conditions come before the plain rule, paths before patterns, specific patterns first", () => {
    const rows: [string, string, string?][] = [
      ["/post/*", "/insights/"],
      ["/post/:slug", "/insights/:slug/"],
      ["/post/x", "/team/"],
      ["/post/x", "/de/team/", "lang=de"],
    ];
    expect(build(rows).rules).toEqual([
      "/post/x/?lang=de -> /de/team/",
      "/post/x/ -> /team/",
      "/post/:slug/ -> /insights/:slug/",
      "/post/* -> /insights/",
    ]);
  });

  test("chains are flattened, also through patterns and conditions, and reported", () => {
    const rows: [string, string, string?][] = [
      ["/a", "/b?x=1"],
      ["/b", "/c/d"],
      ["/c/:name", "/team/#:name"],
      ["/l", "/m"],
      ["/l", "/m", "lang=de"],
      ["/m", "/team/"],
      ["/m", "/de/team/", "lang=de"],
    ];
    const { rules, problems } = build(rows);
    expect(rules).toContain("/a/ -> /team/?x=1#d");
    expect(rules).toContain("/l/ -> /team/");
    expect(rules).toContain("/l/?lang=de -> /de/team/");
    expect(problems.filter((text) => text.startsWith("REDIRECT_CHAIN"))).toHaveLength(4);
  });

  test("a long chain is named by its beginning and its end", () => {
    const rows = Array.from({ length: 9 }, (_, at): [string, string] => [
      `/old/${at}`,
      at < 8 ? `/old/${at + 1}` : "/team/",
    ]);
    const { raw } = build(rows);
    const middle = "/old/1, then /old/2, then /old/3, then /old/4, then /old/5, then 3 more, then /team/";
    expect(raw[0]?.message).toContain(`/old/0/ is redirected to ${middle}.`);
  });

  test("a chain goes on by the file's name in any case, and by a condition however it is escaped", () => {
    const rows: [string, string, string?][] = [
      ["/a", "/X.HTML"],
      ["/X.HTML", "/team/"],
      ["/b", "/m?l%61ng=d%65"],
      ["/m", "/team/"],
      ["/m", "/de/team/", "lang=de"],
    ];
    const { rules } = build(rows);
    expect(rules).toContain("/a/ -> /team/");
    expect(rules).toContain("/b/ -> /de/team/?l%61ng=d%65");
  });

  test("loops are left out, the rest stays", () => {
    const { rules, problems } = build([
      ["/a", "/b"],
      ["/b", "/c"],
      ["/c", "/a"],
      ["/self", "/self/"],
      ["/fine", "/team/"],
    ]);
    expect(rules).toEqual(["/fine/ -> /team/"]);
    expect(problems).toEqual(["a", "b", "c", "d"].map((_, index) => `REDIRECT_LOOP r.csv:${index + 2}`));
  });

  test("duplicates: the first counts, an equal second is only a warning", () => {
    const { rules, raw } = build([
      ["/a", "/team/"],
      ["/a/", "/insights/"],
      ["/a", "/team/"],
    ]);
    expect(rules).toEqual(["/a/ -> /team/"]);
    expect(raw.map(({ severity, path }) => `${severity} ${path}`)).toEqual(["error r.csv:3", "warning r.csv:4"]);
  });

  test("missing targets, shadowed rules and shadowed pages are found", () => {
    const { rules, problems } = build([
      ["/a", "/nowhere/"],
      ["/team", "/insights/"],
      ["/team", "/de/team/", "lang=de"],
      ["/blog/*", "/insights/"],
      ["/only", "/de/team/", "lang=de"],
      ["/through", "/only"],
    ]);
    expect(rules).toContain("/through/ -> /only"); // whose query decides
    expect(rules).not.toContain("/team/ -> /insights/");
    // A host that only serves files sends the page whatever the query is, so every host does.
    expect(rules.filter((rule) => rule.startsWith("/team/"))).toEqual([]);
    expect(problems.sort()).toEqual([
      "REDIRECT_NO_PLAIN_RULE r.csv:6",
      "REDIRECT_SHADOWED_BY_PAGE r.csv:3",
      "REDIRECT_SHADOWED_BY_PAGE r.csv:4",
      "REDIRECT_SHADOWS_PAGE r.csv:5",
      "REDIRECT_TARGET_MISSING r.csv:2",
    ]);
  });

  test("what is left out says why: the condition where there is one, a long address cut, renames as warnings", () => {
    const { raw } = build(
      [
        ["/team", "/insights/"],
        ["/de/team", "/insights/", "lang=de"],
        ["/c", "/nowhere/"],
        [`/${"x".repeat(100)}#`, "/team/"],
        ["/short#", "/team/"],
        ["/blog/*", "/team/"],
        ["/de/*", "/team/"],
      ],
      [{ from: "/renamed/", to: "/nowhere-else/" }],
    );
    const said = (where: string) => raw.find(({ path }) => path === where);
    expect(said("r.csv:2")?.message).toContain("cannot be redirected to /insights/");
    expect(said("r.csv:3")?.message).toMatch(/cannot be redirected with .*lang=de.* to \/insights\//);
    expect([said("r.csv:4")?.severity, said("renames.json")?.severity]).toEqual(["error", "warning"]);
    expect(said("r.csv:5")?.message).toContain(`/${"x".repeat(79)}…`);
    expect(said("r.csv:6")?.message).not.toContain("…");
    expect(said("r.csv:7")?.message).toContain("matches the page /blog/a/. Hosts");
    expect(said("r.csv:8")?.message).toContain("matches the page /de/ and 2 more. Hosts");
  });

  test.each([
    "/feed.xml",
    "/de/feed.xml",
    "/sitemap.xml",
    "/sitemap-2.xml",
    "/robots.txt",
    "/404.html",
    "/de/404.html",
    "/flushCache",
    "/_assets/builds/latest.json",
    "/team/_payload.json",
    "/index.html/old",
    "/.htaccess",
  ])("what lies at %s is the build's or the host's: the rule is left out and its line named", (from) => {
    const { rules, problems } = build([
      ["/fine", "/team/"],
      [from, "/team/"],
    ]);
    expect(rules).toEqual(["/fine/ -> /team/"]);
    expect(problems).toEqual(["REDIRECT_SOURCE_TAKEN r.csv:3"]);
  });

  test("a renamed story's slug is no pattern and no escape", () => {
    const renames = [
      { from: "/100%/", to: "/team/" },
      { from: "/:name/", to: "/team/" },
      { from: "/%2e%2e/a/", to: "/team/" },
    ];
    expect(build([], renames).rules).toEqual(["/%2e%2e/a/ -> /team/", "/100%/ -> /team/"]);
  });

  test("the rename record fills in what no rule says, and never a live page", () => {
    const renames = [
      { from: "/old-team/", to: "/company/team/" },
      { from: "/a/", to: "/company/team/" },
      { from: "/team/", to: "/company/team/" },
    ];
    expect(build([["/a", "/insights/"]], renames).rules).toEqual(["/a/ -> /insights/", "/old-team/ -> /company/team/"]);
  });
});

describe("stubs", () => {
  test("one a path, conditions first; none for patterns and live pages", () => {
    const { built } = build([
      ["/terms", "/team/"],
      ["/terms", "/de/agb/", "lang=de"],
      ["/only", "/de/team/", "lang=de"],
      ["/blog/*", "/insights/"],
      ["/team", "/de/team/", "lang=de"],
      ["/old.html", "/team/"],
    ]);
    expect(stubTargets(built, LIVE)).toEqual([
      { from: "/old.html", to: "/team/", conditions: [] },
      { from: "/only/", to: "/de/team/", conditions: [{ query: [["lang", "de"]], to: "/de/team/" }] },
      { from: "/terms/", to: "/team/", conditions: [{ query: [["lang", "de"]], to: "/de/agb/" }] },
    ]);
    expect(["/terms/", "/old.html", "/"].map(stubFile)).toEqual(["terms/index.html", "old.html", "index.html"]);
  });
});

test("whatever is written: sources are safe files, targets are http, https or site paths", () => {
  const text = fc.oneof(
    fc.string(),
    anyText,
    anyUrl,
    anyPath,
    fc
      .array(
        fc.constantFrom(
          "..",
          "%2e",
          "%2f",
          "//",
          "/",
          ":a",
          "*",
          "\\",
          "javascript:",
          "?",
          "#",
          "'",
          '"',
          "<",
          "%",
          "ü",
          "\u0000",
          "@",
          "team",
        ),
      )
      .map((parts) => parts.join("")),
  );
  const rule = fc.record({
    from: text,
    to: text,
    query: fc.constantFrom("", "lang=de", "=", "a"),
    status: fc.constant(""),
  });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), (rows) => {
      const rules = rows.map((row, index) => ({ ...row, where: `f:${index}` }));
      const input = { renames: [], livePaths: LIVE, origin: "https://www.example.org", base: "/", definition };
      const built = buildRedirects({ ...input, rules });
      for (const { from, to, isPattern } of built.rules) {
        expect(from).toMatch(/^\/([^/]|$)/);
        if (!isPattern)
          expect(
            stubFile(from)
              .split("/")
              .every((part) => !["", ".", ".."].includes(part)),
          ).toBe(true);
        expect(from).not.toMatch(/[\\\p{Cc}?#]/u);
        expect(to).toMatch(/^(https?:\/\/[^/?#@\\]+|\/(?![/\\]))[A-Za-z0-9\-._~:/?#[\]@!$&()*+,;=%]*$/u);
      }
      expect(built.rules.length).toBeLessThanOrEqual(rows.length);
    }),
    { seed: 11, numRuns: propertyRuns(600) },
  );
});

describe("the root of a domain whose languages all have a prefix", () => {
  const en = { code: "en", prefix: "en", origin: "https://www.example.org" };
  const fr = { code: "fr", prefix: "fr", origin: "https://www.example.fr" };
  const roots = (languages: readonly LanguageDefinition[], paths: string[], rules: RawRule[] = []) =>
    buildRedirects({
      ...{ rules, renames: [], livePaths: new Set(paths), origin: "https://www.example.org", base: "/" },
      definition: { ...definition, languages: resolveLanguages(languages) },
    }).rules.map(({ from, to, status }) => `${from} -> ${to} ${status}`);

  test("leads to its first language's home", () => {
    expect(roots([en, { ...fr, origin: en.origin }], ["/en/", "/fr/"])).toEqual(["/ -> /en/ 302"]);
    expect(roots([en, fr], ["/en/en/", "/fr/fr/"])).toEqual(["/en/ -> /en/en/ 302", "/fr/ -> /fr/fr/ 302"]);
  });

  test("but not where a page or a rule is there, nor to a home that is none", () => {
    const rule = { from: "/", to: "/fr/", status: "301", query: "", where: "r.csv:2" };
    const same = [en, { ...fr, origin: en.origin }];
    expect(roots(same, ["/en/", "/fr/"], [rule])).toEqual(["/ -> /fr/ 301"]);
    expect(roots(same, ["/", "/en/"])).toEqual([]);
    expect(roots(same, ["/fr/"])).toEqual([]);
    expect(roots([{ code: "en" }, { ...fr, origin: "" }], ["/", "/fr/"])).toEqual([]);
  });
});
