/** Files for hosts whose server cannot run here, compared with the hosts' documentation. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import fg from "fast-glob";
import { describe, expect, test } from "vitest";
import { buildRedirects } from "../../../src/redirects/build.ts";
import { parseRedirectFile } from "../../../src/redirects/parse.ts";
import type { RawRule } from "../../../src/redirects/rule.ts";
import type { HostInput, HostName } from "../../../src/render/hosts/host.ts";
import { filesForHosts } from "../../../src/render/hosts/host-files.ts";
import { definition } from "../../helpers/definition.ts";
import { propertyRuns } from "../../helpers/property-runs.ts";
import { hostInput, hostileInput } from "./fixture.ts";
import {
  cloudflareRedirectFaults,
  firebaseFaults,
  headersFaults,
  netlifyRedirectFaults,
  vercelFaults,
} from "./grammar.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const CHECKED = ["netlify", "cloudflare", "vercel", "firebase"] as const;

/** The rules of the sample site. */
function sampleInput(base = "/"): HostInput {
  const files = fg.sync("templates/sample-space/redirects/*.csv", { cwd: ROOT });
  const rules = files.flatMap((file) =>
    parseRedirectFile({ file, text: readFileSync(resolve(ROOT, file), "utf8").replaceAll("{platform-name}", "lumen") }),
  );
  return inputOf(rules, base);
}

function inputOf(rules: readonly RawRule[], base = "/"): HostInput {
  const built = buildRedirects({
    rules,
    renames: [],
    livePaths: new Set(["/", "/team/"]),
    origin: "",
    base,
    definition,
  });
  return { ...hostInput(base), redirects: built.rules };
}

function faultsOf(hosts: readonly HostName[], input: HostInput): string[] {
  return filesForHosts({ ...input, hosts }).files.flatMap(({ path, text }) => {
    if (path === "vercel.json") return vercelFaults(text);
    if (path === "firebase.json") return firebaseFaults(text);
    if (path === "_headers") return headersFaults(text, { detach: hosts.includes("cloudflare") && hosts.length === 1 });
    return hosts.includes("cloudflare") ? cloudflareRedirectFaults(text) : netlifyRedirectFaults(text);
  });
}

describe.each(CHECKED)("%s", (host) => {
  test.each(["/", "/sub/"])("takes all of the sample site's rules, and every kind of rule, below %s", (base) => {
    expect(sampleInput(base).redirects.length).toBeGreaterThan(170);
    expect(faultsOf([host], sampleInput(base))).toEqual([]);
    expect(faultsOf([host], hostInput(base))).toEqual([]);
  });

  test("takes rules full of characters that mean something in its files", () => {
    expect(faultsOf([host], hostileInput())).toEqual([]);
  });

  test("takes whatever a rule says", () => {
    const part = fc.oneof(
      fc.constantFrom(
        ":x",
        "*",
        "a.b",
        "c-d",
        "%20",
        "(",
        ")",
        "{",
        "!",
        "?q=1",
        "#h",
        ":8080",
        "e:f",
        "ü",
        "~",
        "+",
        "@",
      ),
      fc.string({ maxLength: 3 }),
    );
    const path = fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
    const target = fc.oneof(
      path,
      path.map((to) => `https://other.example:8080${to}`),
    );
    fc.assert(
      fc.property(path, target, fc.constantFrom("", "lang=de", "a.b=(c)&d=%C3%BC"), (from, to, query) => {
        const row = (more: string): RawRule => ({ from, to, query: more, status: "302", where: "r.csv:2" });
        expect(faultsOf([host], inputOf([row(query), row("")]))).toEqual([]);
      }),
      { seed: 17, numRuns: propertyRuns(600) },
    );
  });
});

test("netlify and cloudflare can both read the files they share", () => {
  const { files } = filesForHosts({ ...sampleInput(), hosts: ["netlify", "cloudflare"] });
  const text = (name: string) => files.find(({ path }) => path === name)?.text ?? "";
  expect(netlifyRedirectFaults(text("_redirects"))).toEqual([]);
  // Cloudflare skips a line without its three parts, or with another status.
  const read = text("_redirects")
    .split("\n")
    .filter((line) => /^\S+ +\S+ +30[12378]$/.test(line));
  expect(cloudflareRedirectFaults(read.join("\n"))).toEqual([]);
  expect(headersFaults(text("_headers"), { detach: false })).toEqual([]);
});

describe("the grammars refuse what the hosts do", () => {
  test.each([
    "/a b /c 301",
    "a /c 301",
    "/a /c",
    "/a /c 299",
    "/a /c 301 302",
    "/a//b/* javascript:x 301",
    "/*/x /c 301",
    "/a /c/:splat 301",
    "/a /:x 301",
    "/a\u00fc /c 301",
    "/a /c 301\n/a x=1 /d 301",
  ])("_redirects of Netlify: %j", (text) => {
    expect(netlifyRedirectFaults(text)).not.toEqual([]);
  });

  test.each([
    "/a x=1 /c 301",
    "/a /c 301!",
    "/a /c 404",
    "/:x /c 301\n/a /c 301",
    "/a /c 301\n/a /d 301",
    `/a /${"x".repeat(1000)} 301`,
    Array.from({ length: 101 }, (_, index) => `/${index}/* /c 301`).join("\n"),
    Array.from({ length: 2001 }, (_, index) => `/${index} /c 301`).join("\n"),
  ])("_redirects of Cloudflare: %j", (text) => {
    expect(cloudflareRedirectFaults(text)).not.toEqual([]);
  });

  test.each([
    "  A: b",
    "/*\nA: b",
    "/*\n  A b",
    "/*/x/*\n  A: b",
    "/*\n  ! A",
    "/*\n  A: ü",
    `/*\n  A: ${"x".repeat(2000)}`,
  ])("_headers: %j", (text) => {
    expect(headersFaults(text, { detach: false })).not.toEqual([]);
  });

  test.each([
    { source: "/a", destination: "/c", statusCode: 301 },
    { source: "/a/:splat*", destination: "/c/:splat*", statusCode: 301 },
    { source: "/a:/", destination: "/c", statusCode: 301 },
    { source: "/a(/", destination: "/c", statusCode: 301 },
    { source: "/a?/", destination: "/c", statusCode: 301 },
    { source: "/a/", destination: "/:x", statusCode: 301 },
    { source: "/a/", destination: "https://x.example:80/", statusCode: 301 },
    { source: "/a/", destination: "//x.example", statusCode: 301 },
    { source: "/a/", destination: "/c", statusCode: 200 },
    { source: "/a/", destination: "/c", type: 301 },
    { source: "/a/", destination: "/c", statusCode: 301, has: [{ type: "query", key: "a", value: "(" }] },
  ])("vercel.json: %j", (rule) => {
    expect(vercelFaults(JSON.stringify({ trailingSlash: true, redirects: [rule], headers: [] }))).not.toEqual([]);
  });

  test.each([
    { regex: "^/a(?=b)$", destination: "/c", type: 301 },
    { regex: "^/(?<x>a)$", destination: "/c", type: 301 },
    { regex: "^/(a)\\1$", destination: "/c", type: 301 },
    { regex: "^/a$", destination: "/:x", type: 301 },
    { regex: "^/a$", source: "/a", destination: "/c", type: 301 },
    { regex: "^/a$", destination: "/c", type: 200 },
    { regex: "/a", destination: "/c", type: 301 },
    { regex: "^/(a$", destination: "/c", type: 301 },
  ])("firebase.json: %j", (rule) => {
    expect(firebaseFaults(JSON.stringify({ hosting: { public: ".", redirects: [rule], headers: [] } }))).not.toEqual(
      [],
    );
  });
});
