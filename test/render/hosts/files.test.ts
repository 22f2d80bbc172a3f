import { describe, expect, test } from "vitest";
import { buildRedirects } from "../../../src/redirects/build.ts";
import { contentSecurityPolicy } from "../../../src/render/hosts/headers.ts";
import { HOSTS, type HostInput, type HostName } from "../../../src/render/hosts/host.ts";
import { filesForHosts } from "../../../src/render/hosts/host-files.ts";
import { definition } from "../../helpers/definition.ts";

const LIVE = new Set(["/", "/team/", "/de/team/", "/blog/kept/"]);

function input(rows: [from: string, to: string, query?: string, status?: string][]): HostInput {
  const rules = rows.map(([from, to, query = "", status = ""]) => ({ from, to, query, status, where: "r.csv:2" }));
  const { rules: redirects } = buildRedirects({
    rules,
    renames: [],
    livePaths: LIVE,
    origin: "",
    base: "/",
    definition,
  });
  return {
    redirects,
    headers: { csp: contentSecurityPolicy({ scriptHashes: ["'sha256-x'"] }), indexed: true },
    base: "/",
    languages: ["de"],
  };
}

const RULES = input([
  ["/old", "/team/"],
  ["/terms", "/team/"],
  ["/terms", "/de/team/", "lang=de"],
  ["/soon", "https://other.example:8080/x?y=1", "", "302"],
  ["/post/:slug", "/team/:slug/"],
  ["/docs/*", "/team/:splat"],
  ["/blog/*", "/team/"],
  ["/über", "/team/"],
]);

const text = (host: HostName, path: string, given = RULES): string =>
  filesForHosts({ ...given, hosts: [host] }).files.find((file) => file.path === path)?.text ?? "";
const codes = (host: HostName, given = RULES): string[] =>
  filesForHosts({ ...given, hosts: [host] }).problems.map(({ severity, code }) => `${severity} ${code}`);

describe("netlify", () => {
  test("conditions between the paths, force before stubs, patterns behind files, 404 by language", () => {
    expect(text("netlify", "_redirects").trim().split("\n")).toEqual([
      "/old/  /team/  301!",
      "/soon/  https://other.example:8080/x?y=1  302!",
      "/terms/  lang=de  /de/team/  301!",
      "/terms/  /team/  301!",
      "/%C3%BCber/  /team/  301!",
      "/post/:slug/  /team/:slug/  301",
      "/blog/*  /team/  301",
      "/docs/*  /team/:splat  301",
      "/de/*  /de/404.html  404",
    ]);
    expect(codes("netlify")).toEqual([]);
  });

  test("headers: one block a path, values never repeated for pages", () => {
    const blocks = text("netlify", "_headers")
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith(" "));
    expect(blocks).toEqual(["/*", "/_assets/*", "/_assets/builds/latest.json"]);
    expect(text("netlify", "_headers")).not.toContain("must-revalidate");
  });
});

describe("cloudflare", () => {
  test("both forms of each path, concrete before patterns, no conditions, nothing that hides a page", () => {
    expect(text("cloudflare", "_redirects").trim().split("\n")).toEqual([
      "/old /team/ 301",
      "/old/ /team/ 301",
      "/soon https://other.example:8080/x?y=1 302",
      "/soon/ https://other.example:8080/x?y=1 302",
      "/%C3%BCber /team/ 301",
      "/%C3%BCber/ /team/ 301",
      "/post/:slug /team/:slug/ 301",
      "/post/:slug/ /team/:slug/ 301",
      "/docs/* /team/:splat 301",
    ]);
    expect(codes("cloudflare")).toEqual(["info HOST_RULE_LEFT_TO_STUB", "warning HOST_PATTERN_LEFT_OUT"]);
  });

  test("a target that begins with the rest of the path is never another host", () => {
    expect(
      text("cloudflare", "_redirects", input([["/former/*", "/:splat"]]))
        .trim()
        .split("\n"),
    ).toEqual(["/former//* /former/:splat 301", "/former/* /:splat 301"]);
  });

  test("its limits are checked", () => {
    const many = Array.from({ length: 1001 }, (_, index): [string, string] => [`/a${index}`, "/team/"]);
    const patterns = Array.from({ length: 51 }, (_, index): [string, string] => [`/b${index}/:x`, "/team/"]);
    const long: [string, string] = ["/c", `/team/?${"x".repeat(1000)}`];
    const given = input([...many, ...patterns, long]);
    const messages = filesForHosts({ ...given, hosts: ["cloudflare"] }).problems.map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringContaining("2004 lines for concrete paths; it takes 2000"),
      expect.stringContaining("102 lines for patterns; it takes 100"),
      expect.stringContaining("2 redirect lines longer than 1000"),
    ]);
    const hashes = Array.from({ length: 50 }, (_, index) => `'sha256-${String(index).padEnd(44, "x")}'`);
    const csp = contentSecurityPolicy({ scriptHashes: hashes });
    expect(codes("cloudflare", { ...input([]), headers: { csp, indexed: true } })).toEqual(["warning HOST_LIMIT"]);
  });
});

describe("vercel", () => {
  const config = JSON.parse(text("vercel", "vercel.json"));

  test("sources end in a slash or fit both forms, conditions come first, ports and queries are literal", () => {
    expect(config.trailingSlash).toBe(true);
    expect(config.redirects).toEqual([
      { source: "/old/", destination: "/team/", statusCode: 301 },
      { source: "/soon/", destination: "https://other.example\\:8080/x?y=1", statusCode: 302 },
      {
        source: "/terms/",
        destination: "/de/team/",
        statusCode: 301,
        has: [{ type: "query", key: "lang", value: "de" }],
      },
      { source: "/terms/", destination: "/team/", statusCode: 301 },
      { source: "/post/:slug{/}?", destination: "/team/:slug/", statusCode: 301 },
      { source: "/docs/:splat([^/\\\\].*)?{/}?", destination: "/team/:splat", statusCode: 301 },
    ]);
  });

  test("of the headers the last rule counts", () => {
    expect(config.headers.map(({ source }: { source: string }) => source)).toEqual([
      "/(.*)",
      "/_assets/(.*)",
      "/_assets/builds/latest.json",
    ]);
  });

  test("its limit is checked", () => {
    const many = Array.from({ length: 2049 }, (_, index): [string, string] => [`/a${index}`, "/team/"]);
    expect(codes("vercel", input(many))).toContain("warning HOST_LIMIT");
  });
});

test("firebase: RE2 expressions that fit both forms", () => {
  const { hosting } = JSON.parse(text("firebase", "firebase.json"));
  expect(hosting.public).toBe(".");
  expect(hosting.redirects).toEqual([
    { regex: "^/old/?$", destination: "/team/", type: 301 },
    { regex: "^/soon/?$", destination: "https://other.example:8080/x?y=1", type: 302 },
    { regex: "^/post/(?P<slug>[^/?\\\\ ]+)/?$", destination: "/team/:slug/", type: 301 },
    { regex: "^/docs(?:/(?P<splat>(?:[^/?\\\\ ][^?\\\\ ]*)?))?$", destination: "/team/:splat", type: 301 },
  ]);
  const re = new RegExp(hosting.redirects[3].regex.replaceAll("?P<", "?<"));
  expect(["/docs", "/docs/", "/docs/a/b"].map((path) => re.exec(path)?.groups?.splat)).toEqual([undefined, "", "a/b"]);
  expect(re.test("/docs//evil.example")).toBe(false);
  // A star of its globs fits nothing that begins with a dot.
  expect(hosting.headers[1]).toEqual({ ...hosting.headers[0], source: "**/.well-known/**" });
});

test("github-pages: only .nojekyll, and what it cannot do is said", () => {
  expect(filesForHosts({ ...RULES, hosts: ["github-pages"] }).files).toEqual([{ path: ".nojekyll", text: "" }]);
  expect(codes("github-pages")).toEqual(["warning HOST_PATTERN_LEFT_OUT", "info HOST_ONE_404"]);
});

test("netlify and cloudflare together share files", () => {
  const { files, problems } = filesForHosts({ ...RULES, hosts: ["netlify", "cloudflare"] });
  expect(files.map(({ path }) => path)).toEqual(["_redirects", "_headers"]);
  const lines = files[0]?.text.trim().split("\n") ?? [];
  expect(lines[0]).toBe("/terms/  lang=de  /de/team/  301!");
  expect(lines.slice(1, -1).join("\n")).toBe(text("cloudflare", "_redirects").trim());
  expect(lines.at(-1)).toBe("/de/*  /de/404.html  404");
  expect(files[1]?.text).toBe(text("netlify", "_headers"));
  expect(problems.map(({ code }) => code)).toContain("HOST_FILES_SHARED");
});

test("all hosts at once write every file once", () => {
  const paths = filesForHosts({ ...RULES, hosts: HOSTS }).files.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(filesForHosts({ ...RULES, hosts: ["netlify", "netlify"] }).files).toHaveLength(2);
});
