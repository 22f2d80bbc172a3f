/** A publish whose pages cannot be rendered, and the one that mends it. */
import { expect, test } from "vitest";
import { openSmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { command } from "../serve/command.ts";

const SITE = `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };`;
const HERO = `export default function Hero({ headline }) { if (headline === "boom") throw new Error("it broke"); return <h1>{headline}</h1>; }`;

test("the console names the stories of both once the page is mended, by listen itself or by its next start", async () => {
  const site = await openSmallSite(
    { "site.ts": SITE, "blocks/hero/hero.tsx": HERO },
    { home: storyWithHeadline("Home"), about: storyWithHeadline("About"), team: storyWithHeadline("Team") },
  );
  const [key, path] = ["the key of the console", "b1946ac92492d2347c6235b4d2611184"];
  const env = {
    STORYBLOK_ENDPOINT: site.service.endpoint,
    ...{ STORYBLOK_TOKEN: "public", SITEGEN_CONSOLE_KEY: key, STORYBLOK_WEBHOOK_PATH: path },
  };
  const start = async () => {
    const listener = command(["listen", "--port", "0", "--path-secret"], { cwd: site.dir, env });
    const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
    const shown = async () => {
      const answer = await fetch(`${url}console.json`, { headers: { authorization: `Bearer ${key}` } });
      return answer.json();
    };
    const ends = async (ok: boolean) => expect.poll(async () => (await shown()).last?.ok, { timeout: 60_000 }).toBe(ok);
    const publish = async (slug: string, headline: string) => {
      site.service.publish(slug, ({ content }) => Object.assign(content, storyWithHeadline(headline).content));
      await fetch(url + path, { method: "POST", body: JSON.stringify({ action: "published", full_slug: slug }) });
    };
    const named = async () => (await shown()).publishes[0].stories.map(({ slug }: { slug: string }) => slug).sort();
    return { listener, ends, publish, named };
  };
  await site.build();
  let run = await start();
  try {
    await run.ends(true);
    site.service.publish("team", ({ content }) => Object.assign(content, storyWithHeadline("Crew").content));
    await run.publish("about", "boom");
    await run.ends(false);
    // Neither takes what is not live for known.
    for (const args of [["check"], ["export", "--dir", "backup"]])
      expect(await command(args, { cwd: site.dir, env }).ended).toBeOneOf([0, 4]);
    await run.publish("about", "About us");
    await run.ends(true);
    expect(site.read("team/index.html")).toContain("Crew");
    expect(await run.named()).toEqual(["about", "team"]);

    await run.publish("about", "boom");
    await run.ends(false);
    await run.listener.interrupt();
    site.write({ "blocks/hero/hero.tsx": HERO.replace("boom", "bang") });
    run = await start();
    await run.ends(true);
    expect(site.read("about/index.html")).toContain("boom");
    expect(await run.named()).toEqual(["about"]);
  } finally {
    await run.listener.interrupt();
    await site.close();
  }
}, 240_000);
