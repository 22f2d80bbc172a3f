/** The editor's frame of a site whose languages are in two spaces, on a static host with a function for drafts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EDITOR_WORDS } from "../../src/site/editor-words.ts";
import { openSpacesSite, page, type SpacesSite, TOKENS } from "../definition/spaces-site.ts";
import { editorQuery, startEditor } from "./fake-editor.ts";
import { framedConfig, openFramedSite, type Watched, watchService } from "./framed-site.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const SWISS = { spaceId: 7, previewToken: "preview" };
const POLISH = { spaceId: 8, previewToken: TOKENS.plPreview };

let site: SpacesSite;
let framed: Awaited<ReturnType<typeof openFramedSite>>;
let main: Watched;
let pl: Watched;

beforeAll(async () => {
  const editors = await startEditor();
  site = await openSpacesSite({
    "blocks/page/page.tsx": `import { Blocks } from "sitegen/kit";
export default function Page({ body }) { return <><nav><a href="/products/a/">Swiss</a></nav><Blocks of={body} /></>; }\n`,
    "space-pl/stories/products/szkic.json": { ...page("Szkic", "X-2"), published: false },
    "sitegen.config.json": framedConfig(editors),
  });
  expect((await site.generate()).code).toBe(0);
  [main, pl] = await Promise.all([watchService(site.service.endpoint), watchService(site.pl.endpoint)]);
  framed = await openFramedSite({
    out: join(site.dir, "out"),
    editors,
    env: {
      STORYBLOK_PREVIEW_TOKEN: SWISS.previewToken,
      STORYBLOK_SPACE_ID: "7",
      STORYBLOK_ENDPOINT: `${main.origin}/v2`,
      STORYBLOK_PREVIEW_TOKEN_PL: POLISH.previewToken,
      STORYBLOK_SPACE_ID_PL: "8",
      STORYBLOK_ENDPOINT_PL: `${pl.origin}/v2`,
      SITEGEN_SHARE_SECRET: SECRET,
    },
  });
}, 240_000);
afterAll(() => Promise.all([framed?.close(), main?.close(), pl?.close(), site?.close()]));

/** The same in both spaces for the same slug. */
const idOf = (slug: string) =>
  [site.pl, site.service].flatMap((one) => one.contents().stories).find(({ slugPath }) => slugPath === slug)?.id ?? 0;
const headline = (name: string) => framed.headline(name);
const open = (path: string, slug: string, space: typeof SWISS) =>
  framed.editor.open(framed.origin + path + editorQuery({ ...space, storyId: idOf(slug), component: "page" }));
const draftOf = async ({ endpoint }: { endpoint: string }, slug: string, token: string) =>
  (await (await fetch(`${endpoint}/cdn/stories/${slug}?version=draft&token=${token}`)).json()).story;

test("a fresh editor of the second space has its draft; its token goes to its service, and no other's", async () => {
  const text = (headline_: string) => (story: { content: Record<string, unknown> }) =>
    void Object.assign(story.content, page(headline_, "C-3").content);
  site.pl.saveDraft("products/a", text("Oscypek wędzony"));
  site.service.saveDraft("products/a", text("Gruyère surchoix"));
  await open("/pl/products/a/", "products/a", POLISH);
  await headline("Oscypek wędzony").waitFor();
  await framed.mark().getByText(EDITOR_WORDS.preview_saved).waitFor();
  expect([main.asked, pl.asked.length]).toEqual([[], 1]);
  await open("/pl/products/szkic/", "products/szkic", POLISH);
  await headline("Szkic").waitFor();
  await open("/products/a/", "products/a", SWISS);
  await headline("Gruyère surchoix").waitFor();
  expect(main.asked.length).toBe(1);
  expect(pl.asked.join()).not.toContain("token=preview&");
  expect(main.asked.join()).not.toContain(POLISH.previewToken);
});

test("after Save the draft stays on its page, and on no page of a story with that id in the other space", async () => {
  await open("/pl/products/gruyere/", "products/gruyere", POLISH);
  const story = await draftOf(site.pl, "products/gruyere", POLISH.previewToken);
  const type = async (text: string) => {
    story.content.body[0].headline = text;
    await framed.editor.send({ action: "input", story });
    await headline(text).waitFor();
  };
  framed.setDown(true);
  try {
    await type("Ser zapisany");
    await framed.editor.send({ action: "change", storyId: story.id, slug: "products/gruyere" });
    await framed.mark().getByText(EDITOR_WORDS.preview_saved).waitFor();
    await headline("Ser zapisany").waitFor();
    // In the same tab: a German story has the id of this one.
    Object.assign(story, await draftOf(site.pl, "products/a", POLISH.previewToken));
    await open("/pl/products/a/", "products/a", POLISH);
    await type("Oscypek zapisany");
    await framed.editor.send({ action: "change", storyId: story.id, slug: "products/a" });
    await framed.mark().getByText(EDITOR_WORDS.preview_saved).waitFor();
    await open("/products/a/", "products/a", SWISS);
    await headline("Gruyère").waitFor();
    await framed.editor.page.waitForTimeout(300);
    expect(await headline("Oscypek zapisany").count()).toBe(0);
  } finally {
    framed.setDown(false);
  }
});

test("a space whose preview address is another one's home: the frame says which address to set, and nobody is asked for a draft", async () => {
  const before = main.asked.length + pl.asked.length;
  const spaceAddress = (path: string) => EDITOR_WORDS.preview_elsewhere.replace("{address}", framed.origin + path);
  await open("/", "home", POLISH);
  await headline("Käse").waitFor();
  await framed.mark().getByText(spaceAddress("/pl/")).waitFor();
  await framed.mark().getByText(EDITOR_WORDS.preview_published).waitFor();
  // Where no page is published, too.
  await open("/products/szkic/", "products/szkic", POLISH);
  await framed.mark().getByText(spaceAddress("/pl/")).waitFor();
  await open("/pl/products/a/", "products/a", SWISS);
  await framed.mark().getByText(spaceAddress("/")).waitFor();
  expect(main.asked.length + pl.asked.length).toBe(before);
});

test("a link to a page of the other space leads to what is published, without the editor's token", async () => {
  await open("/pl/products/gruyere/", "products/gruyere", POLISH);
  await framed.frame().locator("nav a").click();
  await headline("Gruyère").waitFor();
  expect(new URL(framed.editor.frame().url()).search).toBe("");
  await open("/products/b/", "products/b", SWISS);
  await framed.frame().locator("nav a").click();
  await headline("Gruyère surchoix").waitFor();
});

test("`sitegen share` of a story of the second space is answered by the function with that space's token", async () => {
  const before = main.asked.length;
  const env = { SITEGEN_SHARE_SECRET: SECRET, SITEGEN_SHARE_ADDRESS: framed.origin };
  const made = await site.run(["share", "products/szkic", "--language", "pl"], env);
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("in pl")]);
  const tab = await framed.editor.page.context().newPage();
  await tab.goto(made.stdout.trim());
  await tab.getByRole("heading", { name: "Szkic", exact: true }).waitFor();
  expect([main.asked.length, pl.asked.at(-1)]).toEqual([before, expect.stringContaining(POLISH.previewToken)]);
  await tab.close();
});

test("nothing of the tokens is in what visitors can read", () => {
  const all = readdirSync(join(site.dir, "out"), { recursive: true, withFileTypes: true });
  const texts = all.filter((one) => one.isFile()).map((one) => readFileSync(join(one.parentPath, one.name), "utf8"));
  for (const token of Object.values(TOKENS)) expect(texts.filter((text) => text.includes(token))).toEqual([]);
});
