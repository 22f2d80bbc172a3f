/**
 * Rules are written by editors, and hosts read them as configuration: none becomes a line, a directive or a header of
 * its own. test/render/hosts/real-servers.test.ts lets nginx and Apache read the same rules, grammar.test.ts the
 * documented syntax of the others.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildRedirects } from "../../src/redirects/build.ts";
import { contentSecurityPolicy } from "../../src/render/hosts/headers.ts";
import { HOSTS, type HostInput } from "../../src/render/hosts/host.ts";
import { filesForHosts } from "../../src/render/hosts/host-files.ts";
import { definition } from "../helpers/definition.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const LIVE = new Set(["/", "/team/"]);

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
  ["/post/:slug", "/team/:slug/"],
]);

describe("every host", () => {
  test.each(HOSTS)("%s sends no header that locks the visual editor out, and allows no inline script", (host) => {
    for (const file of filesForHosts({ ...RULES, hosts: [host] }).files) {
      expect(file.text).not.toMatch(/x-frame-options/i);
      expect(file.text).not.toMatch(/script-src[^;]*unsafe-inline/);
      if (host !== "github-pages" && file.path !== "_redirects") {
        expect(file.text).toContain("frame-ancestors 'self' https://app.storyblok.com");
      }
    }
  });

  const hostile = fc.array(
    fc.constantFrom(
      "a",
      "/",
      " ",
      "\n",
      '"',
      "'",
      ";",
      "}",
      "{",
      "$",
      "\\",
      "%0a",
      "%22",
      "#",
      "?",
      "&",
      "<",
      "ü",
      "*",
      ":x",
      "(",
      "+",
      "!",
      "^",
      "|",
      "[",
      "return 200",
      "\u2028",
    ),
  );
  test.each(HOSTS)("%s: no rule adds a line or a directive of its own", (host) => {
    fc.assert(
      fc.property(hostile, hostile, (from, to) => {
        const given = input([
          [`/${from.join("")}`, `/${to.join("")}`, "lang=d%0ae\"'"],
          [`/${from.join("")}`, `/${to.join("")}`],
        ]);
        for (const file of filesForHosts({ ...given, hosts: [host] }).files) {
          if (file.path.endsWith(".json")) {
            JSON.parse(file.text);
            continue;
          }
          expect(file.text).not.toContain("\r");
          expect(file.text.split("\n").filter((line) => !isTidy(file.path, line))).toEqual([]);
        }
      }),
      { seed: 12, numRuns: propertyRuns(150) },
    );
  });
});

/** Every quotation mark is closed, and a redirect line has exactly its fields. */
function isTidy(path: string, line: string): boolean {
  if (path === "_redirects") return line.trim().split(/ +/).length <= 4;
  if (path === "_headers" || path === ".nojekyll") return true;
  const quoted = path === ".htaccess" ? /"[^"]*"/g : /"(?:[^"\\]|\\.)*"/g;
  return !/["']/.test(line.replace(quoted, ""));
}

test("the policy takes origins and schemes only", () => {
  const csp = contentSecurityPolicy({
    scriptHashes: ["'sha256-a'"],
    scripts: ["https://app.storyblok.com", "https://x.example; script-src *", "'unsafe-inline'"],
    forms: ["https://forms.example", "mailto:"],
    editors: ["https://app.storyblok.com"],
  });
  expect(csp).toContain("script-src 'self' 'sha256-a' https://app.storyblok.com;");
  expect(csp).toContain("form-action 'self' https://forms.example mailto:;");
  expect(csp).toContain("frame-src 'none';");
});
