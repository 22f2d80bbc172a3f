/** Rules from files found by globs (CSV and JSON) and from the configuration itself, as a build gathers them. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { buildSite } from "../../src/content/map/site-model.ts";
import { gatherRedirects } from "../../src/generate/gather-redirects.ts";
import { filesForHosts } from "../../src/render/hosts/host-files.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { definition } from "../helpers/definition.ts";
import { memorySummaries, rawStory } from "../helpers/memory-space.ts";

const site = buildSite(memorySummaries([rawStory({ full_slug: "team" })]), definition);
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder.dir, "old", "2019"), { recursive: true });
  writeFileSync(
    join(folder.dir, "old", "a.csv"),
    "from,to,status,query\n/a,/team/,,\n/a,/de/team/,302,lang=de\n/bad,/nowhere/,,\n",
  );
  writeFileSync(
    join(folder.dir, "old", "2019", "b.json"),
    '[\n  {"from": "/b", "to": "/team/"},\n  {"from": "/a", "to": "/"}\n]',
  );
  writeFileSync(join(folder.dir, "old", "ignored.txt"), "/c /team/");
});
afterEach(() => folder.remove());

async function gather(redirects: unknown[], settings: object = {}) {
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify({ redirects, ...settings }));
  return gatherRedirects(await loadConfig({ cwd: folder.dir, file: undefined, env: {} }), {
    site,
    renames: [],
    definition,
  });
}

test("globs, both forms of file and inline rules together; what is wrong is named by file and line", async () => {
  const inline = { from: "/post/:slug", to: "https://blog.example/:slug", status: 308, query: "v=1" };
  const { rules, problems } = await gather(["old/**/*.csv", "old/**/*.json", inline]);
  expect(rules.map(({ from, to, status, query, where }) => [from, query.join(), to, status, where])).toEqual([
    ["/a/", "lang,de", "/de/team/", 302, "old/a.csv:3"],
    ["/a/", "", "/team/", 301, "old/a.csv:2"],
    ["/b/", "", "/team/", 301, "old/2019/b.json:2"],
    ["/bad/", "", "/nowhere/", 301, "old/a.csv:4"],
    ["/post/:slug/", "v,1", "https://blog.example/:slug", 308, "redirects[2]"],
  ]);
  expect(problems.map(({ code, path, message }) => [code, path, message.includes("old/a.csv:2")])).toEqual([
    ["REDIRECT_DUPLICATE", "old/2019/b.json:3", true],
    ["REDIRECT_TARGET_MISSING", "old/a.csv:4", false],
  ]);
});

test("the platform's name stands for its placeholder in a rule; without a name the rule is refused", async () => {
  const rule = { from: "/{platform-name}/start", to: "/team/?of={platform}" };
  const { rules } = await gather([rule], { site: { platformName: "Lumen" } });
  expect(rules.map(({ from, to }) => [from, to])).toEqual([["/lumen/start/", "/team/?of=lumen"]]);
  await expect(gather([rule])).rejects.toMatchObject({ code: "REDIRECTS_INVALID", where: "redirects[0]" });
});

test("what a host cannot say is reported with the file and line of a rule it concerns", async () => {
  const { rules } = await gather(["old/a.csv"]);
  const given = {
    redirects: rules,
    headers: { csp: "default-src 'self'", indexed: true },
    base: "/",
    languages: ["de"],
  };
  const { problems } = filesForHosts({ ...given, hosts: ["cloudflare"] });
  expect(problems.map(({ code, path, message }) => `${code} ${path} ${message}`)).toEqual([
    expect.stringMatching(
      /^HOST_RULE_LEFT_TO_STUB hosts\.cloudflare .*2 redirect rules \(\/a\/ in old\/a\.csv:3 and others\)/,
    ),
  ]);
});

test.each([
  ["old/a.csv", "from,to\n/a,/b,301\n", /old\/a\.csv:2/],
  ["old/2019/b.json", "[\n{]", /old\/2019\/b\.json:2/],
])("a broken file stops the build and is named: %s", async (file, text, where) => {
  writeFileSync(join(folder.dir, file), text);
  await expect(gather(["old/**/*.{csv,json}"])).rejects.toMatchObject({
    code: "REDIRECTS_INVALID",
    where: expect.stringMatching(where),
  });
});
