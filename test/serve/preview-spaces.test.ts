/** Drafts, webhooks, links and checks of a site whose languages are in two spaces. */
import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { openSpacesSite, page, publish, type SpacesSite, TOKENS } from "../definition/spaces-site.ts";
import { type Command, command } from "./command.ts";
import { editorQuery, get } from "./helpers.ts";

let site: SpacesSite | undefined;
let running: Command | undefined;
afterEach(async () => {
  await running?.interrupt();
  await site?.close();
  [running, site] = [undefined, undefined];
});

async function run(args: readonly string[], env: Record<string, string> = {}) {
  site = await openSpacesSite();
  running = command(args, { cwd: site.dir, env: { ...site.env, ...env } });
  const [, origin = ""] = await running.line(/(http:\/\/127\.0\.0\.1:\d+)/);
  return { ...site, origin, command: running };
}

test("each space's editor sees its own drafts, though both have a story with the same id", async () => {
  const { origin, pl, service } = await run(["serve", "--port", "0"], {
    STORYBLOK_SPACE_ID: "7",
    STORYBLOK_SPACE_ID_PL: "8",
  });
  pl.saveDraft("products/a", (story) => {
    story.content.body = [{ component: "hero-section", _uid: "x", headline: "Oscypek wędzony" }];
  });
  const storyId = pl.contents().stories.find(({ slugPath }) => slugPath === "products/a")?.id ?? 0;
  expect(service.contents().stories.some(({ id }) => id === storyId)).toBe(true);
  const polish = editorQuery({ previewToken: TOKENS.plPreview, spaceId: 8, storyId });
  const swiss = editorQuery({ previewToken: "preview", spaceId: 7, storyId });
  expect((await get(origin, `/pl/products/a/${polish}`)).text).toContain("<h1>Oscypek wędzony</h1>");
  expect((await get(origin, `/products/a/${swiss}`)).text).toContain("<h1>Gruyère</h1>");
  // An address that no page has: the story of that id in the editor's own space.
  expect((await get(origin, `/pl/not-yet/${polish}`)).text).toContain("<h1>Oscypek wędzony</h1>");
  expect((await get(origin, `/not-yet/${swiss}`)).text).toContain("<h1>Gruyère</h1>");
  // The hash of one space's token is not good for the other.
  const mixed = editorQuery({ previewToken: TOKENS.plPreview, spaceId: 7, storyId });
  expect((await get(origin, `/pl/not-yet/${mixed}`)).status).toBe(404);
});

test("listen takes the webhooks of both spaces, each with its secret, and asks both by itself", async () => {
  const secrets = { STORYBLOK_WEBHOOK_SECRET: "swiss-secret", STORYBLOK_WEBHOOK_SECRET_PL: "polish-secret" };
  const { origin, pl, service, read } = await run(["listen", "--port", "0", "--every", "1"], {
    ...secrets,
    SITEGEN_CONSOLE_KEY: "the key of the console",
  });
  const call = (secret: string) => {
    const body = JSON.stringify({ text: "x", action: "published", space_id: 8, story_id: 1, full_slug: "home" });
    const signature = createHmac("sha1", secret).update(body).digest("hex");
    return fetch(origin, { method: "POST", body, headers: { "webhook-signature": signature } });
  };
  await expect.poll(() => read("pl/index.html"), { timeout: 60_000 }).toContain("Sery");
  publish(pl, "home", "Sery z gór", "");
  expect([(await call("polish-secret")).status, (await call("swiss-secret")).status]).toEqual([202, 202]);
  expect((await call("another-secret")).status).toBe(401);
  await expect.poll(() => read("pl/index.html"), { timeout: 60_000 }).toContain("Sery z gór");
  publish(service, "home", "Bergkäse", "");
  await expect.poll(() => read("index.html"), { timeout: 60_000 }).toContain("Bergkäse");
  publish(pl, "home", "Sery z mleka", "");
  await expect.poll(() => read("pl/index.html"), { timeout: 60_000 }).toContain("Sery z mleka");
  const shown = { headers: { authorization: "Bearer the key of the console" } };
  const facts = await (await fetch(`${origin}/console.json`, shown)).text();
  expect(facts).toContain("/me/spaces/8/stories/");
  expect(facts).not.toMatch(/secret|token/);
});

test("a link to a draft, check, doctor and export know which space they speak of", async () => {
  site = await openSpacesSite({
    "space-pl/stories/broken.json": page("Zły", "X-1", "products/lost"),
    "space-pl/stories/products/lost.json": { ...page("Szkic", "X-2"), published: false },
  });
  const share = { SITEGEN_SHARE_SECRET: "s".repeat(40), SITEGEN_SHARE_ADDRESS: "http://127.0.0.1/" };
  const link = await site.run(["share", "products/lost", "--for", "1d", "--language", "pl", "--json"], share);
  expect([link.code, link.stderr]).toEqual([0, expect.not.stringContaining(TOKENS.plPreview)]);
  const { url } = JSON.parse(link.stdout) as { url: string };
  await site.generate();
  running = command(["serve", "--port", "0"], { cwd: site.dir, env: { ...site.env, ...share } });
  const [, origin = ""] = await running.line(/(http:\/\/127\.0\.0\.1:\d+)/);
  expect((await get(origin, new URL(url).pathname)).text).toContain("Szkic");

  const checked = JSON.parse((await site.run(["check", "--json"])).stdout);
  const broken = checked.problems.find(({ code }: { code: string }) => code === "CONTENT_BROKEN_LINK");
  expect([broken.story, broken.editor]).toEqual(["pl/broken", expect.stringContaining("/me/spaces/8/stories/")]);

  const sick = await site.run(["doctor", "--json"], {
    STORYBLOK_TOKEN_PL: "not-a-token-of-it",
    STORYBLOK_SPACE_ID_PL: "9",
  });
  expect(sick.stdout).toContain("STORYBLOK_TOKEN_PL");
  expect(sick.stdout).not.toContain("not-a-token-of-it");

  const exported = await site.run(["export", "--dir", "backup"]);
  expect(exported.code).toBe(0);
  expect(exported.stdout + exported.stderr).toContain('The space "pl" is not in the export');
});
