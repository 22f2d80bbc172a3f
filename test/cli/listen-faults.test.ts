/** `sitegen listen` with a token that is wrong, revoked or of another space: the site stays, and who looks is told why. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListenSite, openListenSite } from "./listen-site.ts";

const PATH = "0cc175b9c0f1b6a831c399e269772661";
let site: ListenSite;
beforeAll(async () => {
  site = await openListenSite();
});
afterAll(() => site.close());

interface Shown {
  ok: boolean;
  last: { ok: boolean; summary: string } | null;
}

const title = () => /<title>[^<|–]*/.exec(readFileSync(join(site.dir, "out/company/about/index.html"), "utf8"))?.[0];
const setTitle = (text: string) =>
  site.service.publish("company/about", (story) => {
    story.content.meta_title = text;
  });
const start = (env: Record<string, string> = {}) =>
  site.start(["--path-secret", "--notify", site.notify], { STORYBLOK_WEBHOOK_PATH: PATH, ...env });
const call = (url: string) =>
  fetch(url + PATH, { method: "POST", body: JSON.stringify({ action: "published", full_slug: "company/about" }) });
const untilSaid = async (url: string, summary: RegExp) =>
  expect.poll(async () => (await site.shown<Shown>(url)).last?.summary, { timeout: 240_000 }).toMatch(summary);
const untilTitle = (text: string) => expect.poll(title, { timeout: 240_000 }).toContain(text);

test("a token that is revoked stops nothing but publishing, and is made good by itself", {
  timeout: 240_000,
}, async () => {
  const { service, notices } = site;
  const { listener, url } = await start();
  try {
    await untilSaid(url, /^build /);
    setTitle("Before");
    await call(url);
    await untilTitle("Before");
    const [{ info, ...rest }, token] = [service.contents(), service.token];
    service.replace({ ...rest, info: { ...info, token: "another" } }, service.cv());
    setTitle("Never lost");
    await call(url);
    await untilSaid(url, /^FETCH_UNAUTHORIZED: /);
    expect([title(), (await fetch(url)).status]).toEqual([expect.stringContaining("Before"), 503]);
    await expect
      .poll(() => notices.at(-1)?.text, { timeout: 30_000 })
      .toMatch(/^not live, failed at [\s\S]*FETCH_UNAUTHORIZED/);
    const given = service.contents();
    service.replace({ ...given, info: { ...given.info, token } }, service.cv());
    await untilTitle("Never lost");
    await expect.poll(async () => (await fetch(url)).status, { timeout: 30_000 }).toBe(200);
    const said = listener.stderr() + JSON.stringify([notices, await site.shown(url)]);
    expect(said).not.toContain(token);
  } finally {
    await listener.interrupt();
  }
});

test.each([
  ["a wrong token", { STORYBLOK_TOKEN: "mistyped-token" }, /^FETCH_UNAUTHORIZED: /],
  [
    "a token of another space",
    { STORYBLOK_SPACE_ID: "4711" },
    /^FETCH_OTHER_SPACE: The token is of space \d+, not of 4711/,
  ],
])("%s at the start", { timeout: 240_000 }, async (_, env, summary) => {
  const before = title();
  setTitle(`Not with ${summary}`);
  const { listener, url } = await start(env);
  try {
    await untilSaid(url, summary);
    expect([title(), (await fetch(url)).status]).toEqual([before, 503]);
    expect(listener.stderr()).not.toMatch(new RegExp(`mistyped-token|${site.service.token}`));
  } finally {
    await listener.interrupt();
  }
});
