/** `npm test` has test/redirects/pattern.test.ts, which counts what a lookup does. */
import { expect, test } from "vitest";
import { buildRedirects } from "../../src/redirects/build.ts";
import { filesForHosts } from "../../src/render/hosts/host-files.ts";
import { definition } from "../helpers/definition.ts";

const RULES = 100_000;
const PAGES = 5000;

test("100,000 rules, 5,000 of them patterns, are checked and written for three hosts in 30 s", {
  timeout: 240_000,
}, () => {
  const livePaths = new Set(["/", ...Array.from({ length: PAGES }, (_, at) => `/insights/post-${at}/`)]);
  const from = (at: number) => (at % 20 > 0 ? `/old/${at}` : at % 40 > 0 ? `/section-${at}/*` : `/tag-${at}/:slug`);
  const rules = Array.from({ length: RULES }, (_, at) => {
    return { from: from(at), to: `/insights/post-${at % PAGES}/`, query: "", status: "", where: `r.csv:${at + 2}` };
  });
  const started = performance.now();
  const built = buildRedirects({ rules, renames: [], livePaths, origin: "", base: "/", definition });
  const hosts = ["netlify", "nginx", "apache"] as const;
  const headers = { csp: "default-src 'self'", indexed: true };
  const { files } = filesForHosts({ hosts, redirects: built.rules, headers, base: "/", languages: [] });
  expect(performance.now() - started).toBeLessThan(30_000);
  expect([built.rules.length, built.problems, files.length >= hosts.length]).toEqual([RULES, [], true]);
});

test.each(["/team/", "/old/0"])("4,000 rules in a chain to %s are followed in 20 s", { timeout: 240_000 }, (end) => {
  const rules = Array.from({ length: 4000 }, (_, at) => {
    return { from: `/old/${at}`, to: at < 3999 ? `/old/${at + 1}` : end, query: "", status: "", where: `r.csv:${at}` };
  });
  const started = performance.now();
  buildRedirects({ rules, renames: [], livePaths: new Set(["/team/"]), origin: "", base: "/", definition });
  expect(performance.now() - started).toBeLessThan(20_000);
});
