/** Drafts, webhooks, links and checks of a site whose languages are in two spaces. */
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openSpacesSite, page, publish, type SpacesSite, TOKENS } from "../definition/spaces-site.ts";
import { type Command, command } from "./command.ts";
import { editorQuery, get } from "./helpers.ts";

let site: SpacesSite;
let running: Command | undefined;
beforeAll(async () => {
  site = await openSpacesSite({
    "space-pl/stories/broken.json": page("Zły", "X-1", "products/lost"),
    "space-pl/stories/products/lost.json": { ...page("Szkic", "X-2"), published: false },
  });
});
afterEach(async () => {
  await running?.interrupt();
  running = undefined;
});
afterAll(() => site?.close());

async function run(args: readonly string[], env: Record<string, string> = {}) {
  running = command(args, { cwd: site.dir, env: { ...site.env, ...env } });
  const [, origin = ""] = await running.line(/(http:\/\/127\.0\.0\.1:\d+)/);
  return { ...site, origin };
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
  // A draft of the other space is not this editor's: its page is the published one, by its address and as data.
  for (const path of ["/pl/products/a/", "/pl/products/a/_payload.json"]) {
    const { text } = await get(origin, `${path}${swiss}`);
    expect([text.includes("wędzony"), text.includes("Oscypek")]).toEqual([false, true]);
  }
  // Its preview address is wrong: the page says whose editor it is, and the log which space.
  expect((await get(origin, `/pl/products/a/${swiss}`)).text).toContain(
    'data-refused="preview_elsewhere" data-space=""',
  );
  expect((await get(origin, `/${polish}`)).text).toContain('data-refused="preview_elsewhere" data-space="pl"');
  expect(running?.stderr()).toMatch(/PREVIEW_ADDRESS: The visual editor of space 8 opens pages of another space/);
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
  await expect.poll(() => read("pl/index.html"), { timeout: 240_000 }).toContain("Sery");
  publish(pl, "home", "Sery z gór", "");
  expect([(await call("polish-secret")).status, (await call("swiss-secret")).status]).toEqual([202, 202]);
  expect((await call("another-secret")).status).toBe(401);
  await expect.poll(() => read("pl/index.html"), { timeout: 240_000 }).toContain("Sery z gór");
  publish(service, "home", "Bergkäse", "");
  await expect.poll(() => read("index.html"), { timeout: 240_000 }).toContain("Bergkäse");
  publish(pl, "home", "Sery z mleka", "");
  await expect.poll(() => read("pl/index.html"), { timeout: 240_000 }).toContain("Sery z mleka");
  const shown = { headers: { authorization: "Bearer the key of the console" } };
  const facts = await (await fetch(`${origin}/console.json`, shown)).text();
  expect(facts).toContain("/me/spaces/8/stories/");
  expect(facts).not.toMatch(/secret|token/);
});

test("unsigned webhooks at an address for each space; the console shares a draft, and a stage is checked, in its space", async () => {
  const paths = {
    STORYBLOK_WEBHOOK_PATH: "swiss-hook-0123456789",
    STORYBLOK_WEBHOOK_PATH_PL: "polish-hook-0123456789",
  };
  const key = "the key of the console";
  const { origin, pl, read } = await run(["listen", "--port", "0", "--path-secret"], {
    ...{ ...paths, SITEGEN_CONSOLE_KEY: key, SITEGEN_SHARE_SECRET: "s".repeat(40) },
    SITEGEN_SHARE_ADDRESS: "http://drafts.example",
  });
  await expect.poll(() => read("pl/index.html"), { timeout: 240_000 }).toContain("Sery");
  const idOf = (slug: string) => pl.contents().stories.find(({ slugPath }) => slugPath === slug)?.id ?? 0;
  const call = async (path: string, body: object) =>
    (await fetch(`${origin}/${path}`, { method: "POST", body: JSON.stringify({ space_id: 8, ...body }) })).status;
  publish(pl, "products/gruyere", "Ser z gór", "A-1");
  expect(await call("polish-hook-012345678", { action: "published" })).toBe(404);
  expect(await call(paths.STORYBLOK_WEBHOOK_PATH_PL, { action: "published", story_id: 1 })).toBe(202);
  await expect.poll(() => read("pl/products/gruyere/index.html"), { timeout: 240_000 }).toContain("Ser z gór");

  const logIn = new URLSearchParams({ key });
  const options = { method: "POST", redirect: "manual" as const, headers: { origin } };
  const session = await fetch(`${origin}/console`, { ...options, body: logIn });
  const cookie = session.headers.get("set-cookie")?.split(";")[0] ?? "";
  const shown = () => fetch(`${origin}/console`, { headers: { cookie, accept: "text/html" } });
  await expect.poll(async () => (await shown()).text(), { timeout: 240_000 }).toContain('name="space" value="pl"');
  const html = await (await shown()).text();
  const forms = html.match(/<form[^>]*action="console\/share"[\s\S]*?<\/form>/g) ?? [];
  // What the first build found, in the other space, may be in the same list.
  const form = forms.find((one) => one.includes('name="space" value="pl"')) ?? "";
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
  const shared = await fetch(`${origin}/console/share`, {
    ...options,
    headers: { origin, cookie },
    body: new URLSearchParams(fields),
  });
  const link = /http:\/\/drafts\.example\/[^"<]*\/s\/([\w-]+)\./.exec(await shared.text())?.[1] ?? "";
  expect(JSON.parse(Buffer.from(link, "base64url").toString())).toMatchObject({ language: "pl", space: "pl" });

  pl.saveDraft("products/a", (story) => {
    story.content.body = [{ component: "unknown-block", _uid: "u" }];
  });
  const stage = { action: "stage.changed", story_id: idOf("products/a"), full_slug: "products/a" };
  expect(await call(paths.STORYBLOK_WEBHOOK_PATH_PL, stage)).toBe(202);
  const checks = async () => {
    const facts = await fetch(`${origin}/console.json`, { headers: { authorization: `Bearer ${key}` } });
    return (await facts.json()).publishes.filter(({ kind }: { kind: string }) => kind === "check");
  };
  await expect.poll(async () => (await checks()).length, { timeout: 240_000 }).toBe(1);
  const [{ stories, problems }] = await checks();
  expect([stories[0].editor, problems[0].story.editor]).toEqual([
    expect.stringContaining(`/me/spaces/8/stories/0/0/${stage.story_id}`),
    expect.stringContaining("/me/spaces/8/"),
  ]);
});

test("`serve --watch` shows what is published in either space", async () => {
  const { origin, pl, service } = await run(["serve", "--watch", "--port", "0"]);
  const text = async (path: string) => (await get(origin, path)).text;
  await expect.poll(() => text("/pl/products/a/"), { timeout: 240_000 }).toContain("Oscypek");
  publish(pl, "products/a", "Oscypek z grilla", "C-3");
  await expect.poll(() => text("/pl/products/a/"), { timeout: 240_000 }).toContain("z grilla");
  publish(service, "products/a", "Gruyère surchoix", "A-1");
  await expect.poll(() => text("/products/a/"), { timeout: 240_000 }).toContain("surchoix");
});

test("a link to a draft, check, doctor and export know which space they speak of", async () => {
  const share = { SITEGEN_SHARE_SECRET: "s".repeat(40), SITEGEN_SHARE_ADDRESS: "http://127.0.0.1/" };
  const link = await site.run(["share", "products/lost", "--for", "1d", "--language", "pl", "--json"], share);
  expect([link.code, link.stderr]).toEqual([0, expect.not.stringContaining(TOKENS.plPreview)]);
  const { url } = JSON.parse(link.stdout) as { url: string };
  const { origin } = await run(["serve", "--port", "0"], share);
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
