/** `sitegen share` with `sitegen serve`: a link shows one draft until its time is over or it is taken back. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";
import { type Command, command } from "./command.ts";

const SECRET = "0123456789abcdef0123456789abcdef";

let site: SmallSite;
let running: Command;
let origin = "";
let env: Record<string, string>;

beforeAll(async () => {
  site = await openSmallSite(
    {
      "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }, { code: "de" }], global: null,
  pageTypes: { page: { head: { title: ["title"] } } } });`,
      "blocks/page/page.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { title: text() } });`,
      "space/releases/7/release.json": JSON.stringify({ name: "Spring" }),
      "space/releases/7/stories/plan.json": JSON.stringify({
        content: { component: "page", title: "The plan for spring" },
      }),
      "sitegen.config.json": JSON.stringify({ site: { origin: "https://www.x.example", companyName: "X" } }),
    },
    {
      home: { content: { component: "page", title: "Home" } },
      // In German the service names it de/der-plan.
      plan: { slug__i18n__de: "der-plan", content: { component: "page", title: "The plan" } },
    },
  );
  env = {
    STORYBLOK_ENDPOINT: site.service.endpoint,
    STORYBLOK_TOKEN: site.service.token,
    STORYBLOK_PREVIEW_TOKEN: site.service.previewToken,
    SITEGEN_SHARE_SECRET: SECRET,
  };
  running = command(["serve", "--port", "0", "--quiet"], { cwd: site.dir, env });
  [, origin = ""] = await running.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
});
afterAll(async () => {
  await running?.interrupt();
  await site?.close();
});

const run = (args: string[], change: Record<string, string> = {}) =>
  runHere(["share", ...args], { cwd: site.dir, env: { ...env, ...change } });
const share = async (...args: string[]) =>
  JSON.parse((await run([...args, "--at", origin, "--json"])).stdout) as Record<string, string>;
const statusOf = async (url = "") => (await fetch(url)).status;

test("only GET and HEAD are answered", async () => {
  const trace = new Promise<number | undefined>((done) => {
    request(`${origin}/api/drafts/s/x`, { method: "TRACE" }, (response) => done(response.resume().statusCode)).end();
  });
  expect([await trace, (await fetch(`${origin}/api/drafts`, { method: "DELETE" })).status]).toEqual([405, 405]);
});

test("a link shows the draft as it is when it is opened, and says so to robots", async () => {
  const { ok, url, link, story, language, until } = await share("plan", "--for", "2d");
  expect([ok, story, language]).toEqual([true, expect.any(Number), "en"]);
  expect(Math.round((Date.parse(until ?? "") - Date.now()) / 3_600_000)).toBe(48);
  site.service.saveDraft("plan", (draft) => {
    draft.content.title = "Saved after the link was made";
  });
  const answer = await fetch(url ?? "");
  const html = await answer.text();
  expect(html).toContain("Saved after the link was made");
  expect(html).toContain('data-preview="shared"');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringContaining("script-src 'self'"),
  });
  // The state knows of the link, not the link.
  const file = join(site.dir, ".sitegen/shared-links.json");
  const known = readFileSync(file, "utf8");
  expect([known.includes(link ?? ""), known.includes((url ?? "").slice(-40)), statSync(file).mode & 0o777]).toEqual([
    true,
    false,
    0o600,
  ]);
});

test("a link to a release shows the story as it will be, and says so where the release has none", async () => {
  const text = async (...args: string[]) => (await fetch((await share("plan", ...args)).url ?? "")).text();
  expect(await text("--release", "7")).toContain("The plan for spring");
  expect(await text()).not.toContain("spring");
  const { code, stdout } = await run(["plan", "--release", "8", "--json"]);
  expect([code, JSON.parse(stdout).error.message]).toEqual([1, 'There is no story "plan" with a page in release 8.']);
});

test("a link is taken back by its id, by itself, by its story, and with all others", async () => {
  const [a, b, c, d] = [
    await share("plan"),
    await share("home"),
    await share("plan", "--language", "de"),
    await share("home"),
  ];
  const urls = [a, b, c, d].map(({ url }) => url);
  const statuses = () => Promise.all(urls.map(statusOf));
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const back = async (...args: string[]) => JSON.parse((await run([...args, "--json"])).stdout);
  expect(await back("--revoke", a.link ?? "")).toMatchObject({ ok: true, revoked: [a.link] });
  expect(await statuses()).toEqual([410, 200, 200, 200]);
  const { revoked, environment } = await back("--revoke", d.url ?? "");
  expect([revoked, environment]).toEqual([[d.link], `${a.link},${d.link}`]);
  await back("plan", "--revoke");
  expect(await statuses()).toEqual([410, 200, 410, 410]);
  expect((await back("--revoke", "all")).environment).toMatch(/^before:\d+$/);
  expect(await statuses()).toEqual([410, 410, 410, 410]);
  expect(await statusOf((await share("home")).url)).toBe(200);
});

test("a machine whose clock is an hour off makes links of the length asked for, and takes them back", async () => {
  const urls: string[] = [];
  for (const hours of [-1, 1]) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3_600_000 });
    const { url = "", until = "" } = await share("plan", "--for", "30m").finally(() => vi.useRealTimers());
    expect(Math.abs(Date.parse(until) - Date.now() - 1_800_000)).toBeLessThan(60_000);
    urls.push(url);
  }
  expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200]);
  await run(["--revoke", "all"]);
  expect(await Promise.all(urls.map(statusOf))).toEqual([410, 410]);
});

test("a link of another secret, or a changed one, is refused with a page", async () => {
  const { url = "" } = await share("plan");
  const other = JSON.parse(
    (await run(["plan", "--at", origin, "--json"], { SITEGEN_SHARE_SECRET: `${SECRET}x` })).stdout,
  );
  for (const wrong of [other.url, `${url}x`, url.replace("/s/", "/s/A"), `${origin}/api/drafts/s/`]) {
    const answer = await fetch(wrong);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("This link is not valid")]);
  }
  expect((await fetch(`${origin}/api/drafts?id=1`)).status).toBe(403);
});

test("without --at it leads to the site's own address, and where the configuration says", async () => {
  const { stdout, stderr } = await run(["plan", "--config", "sitegen.config.json", "--state", ".sitegen"]);
  expect(stdout).toMatch(/^https:\/\/www\.x\.example\/api\/drafts\/s\/[\w-]+\.[\w-]+\n$/);
  expect(stderr).toMatch(/plan in en, until .* Take it back with `sitegen share --revoke [0-9a-f]{12}`/);
  const SITEGEN_SHARE_ADDRESS = "https://stage.x.example/api/own/";
  expect((await run(["plan"], { SITEGEN_SHARE_ADDRESS })).stdout).toMatch(
    /^https:\/\/stage\.x\.example\/api\/own\/s\//,
  );
});

describe("what is wrong", () => {
  test.each([
    [["plan"], { SITEGEN_SHARE_SECRET: "" }, 2, "SHARE_SECRET", "is not set"],
    [["plan"], { SITEGEN_SHARE_SECRET: "short" }, 2, "SHARE_SECRET", "fewer than 32"],
    [["nowhere/at/all"], {}, 1, "SHARE_NO_STORY", 'no story "nowhere/at/all"'],
    [["../spaces/me"], {}, 1, "SHARE_NO_STORY", "no story"],
    [["plan", "--language", "fr"], {}, 2, "USAGE", 'no language "fr"'],
    [["plan"], { STORYBLOK_PREVIEW_TOKEN: "" }, 2, "SHARE_TOKEN", "STORYBLOK_PREVIEW_TOKEN"],
    [["plan"], { STORYBLOK_PREVIEW_TOKEN: "wrong" }, 5, "FETCH_UNAUTHORIZED", ""],
    [["plan"], { STORYBLOK_SPACE_ID: "4711" }, 5, "FETCH_OTHER_SPACE", "not of 4711"],
    [[], {}, 2, "USAGE", "No story"],
    [["--revoke", "nobody/knows"], {}, 1, "SHARE_NO_LINK", "nobody/knows"],
  ])("%j with %j", async (args, change, code, error, message) => {
    const result = await run([...args, "--json"], change as Record<string, string>);
    expect([result.code, JSON.parse(result.stdout)]).toEqual([
      code,
      { ok: false, error: { code: error, message: expect.stringContaining(message), hint: expect.any(String) } },
    ]);
    expect(result.stderr).not.toContain(SECRET);
  });

  test.each(["0d", "7", "1y", "-1d", "400d"])("--for %s", async (time) => {
    expect((await run(["plan", "--for", time])).code).toBe(2);
  });
});

test("of another configuration and state; a release that the space does not have is refused", async () => {
  writeFileSync(join(site.dir, "other.json"), JSON.stringify({ site: { origin: "https://other.example" } }));
  const { code, stdout } = await run(["plan", "--config", "other.json", "--state", "other-state"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^https:\/\/other\.example\/api\/drafts\/s\//)]);
  expect(readFileSync(join(site.dir, "other-state/shared-links.json"), "utf8")).toContain("plan");
  expect((await run(["plan", "--release", "12"])).code).toBe(1);
});

test("a link to a release that was merged says that it is over", async () => {
  const { url } = await share("plan", "--release", "7");
  const { contents, replace, cv } = site.service;
  replace({ ...contents(), releases: [] }, cv() + 1);
  const answer = await fetch(url ?? "");
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("or its release was merged")]);
});
