/** The editor's frame of a site whose languages are in two spaces, on a static host with a function for drafts. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PREVIEW_WORDS } from "../../src/site/preview-words.ts";
import { openSpacesSite, page, type SpacesSite, TOKENS } from "../definition/spaces-site.ts";
import { type EdgeFunction, startEdge } from "../edge/edge-hosts.ts";
import { type EdgeSite, startEdgeSite } from "../edge/edge-site.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { type Editor, type EditorServer, editorQuery, openEditor, startEditor } from "./fake-editor.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const SWISS = { spaceId: 7, previewToken: "preview" };
const POLISH = { spaceId: 8, previewToken: TOKENS.plPreview };

let site: SpacesSite;
let editors: EditorServer;
let files: StaticServer;
let edge: EdgeFunction;
let host: EdgeSite;
let browser: TestBrowser;
let editor: Editor;
/** What the function sends to a space's service. */
const asked: Record<"main" | "pl", string[]> = { main: [], pl: [] };
const between: Server[] = [];

/** A place between the function and a space's service, which sees the tokens. */
async function watched(endpoint: string, name: keyof typeof asked): Promise<string> {
  const server = createServer(async (request, response) => {
    asked[name].push(request.url ?? "");
    const answer = await fetch(endpoint + (request.url ?? ""));
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  between.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  editors = await startEditor();
  site = await openSpacesSite({
    "blocks/page/page.tsx": `import { Blocks, useSite } from "sitegen/kit";
export default function Page({ body }) { return <><nav><a href="/products/a/">Swiss</a></nav><Blocks of={body} /></>; }\n`,
    "space-pl/stories/products/szkic.json": { ...page("Szkic", "X-2"), published: false },
    "sitegen.config.json": {
      site: { origin: "https://x.example" },
      storyblok: { requestsPerSecond: 1000 },
      preview: { editorOrigins: [editors.origin], bridgeUrl: editors.bridgeUrl, drafts: "/api/drafts" },
    },
  });
  expect((await site.generate()).code).toBe(0);
  files = await startStaticServer(join(site.dir, "out"));
  edge = await startEdge("worker", {
    env: {
      STORYBLOK_PREVIEW_TOKEN: SWISS.previewToken,
      STORYBLOK_SPACE_ID: "7",
      STORYBLOK_ENDPOINT: `${await watched(new URL(site.service.endpoint).origin, "main")}/v2`,
      STORYBLOK_PREVIEW_TOKEN_PL: POLISH.previewToken,
      STORYBLOK_SPACE_ID_PL: "8",
      STORYBLOK_ENDPOINT_PL: `${await watched(new URL(site.pl.endpoint).origin, "pl")}/v2`,
      SITEGEN_SHARE_SECRET: SECRET,
      SITEGEN_SITE_ORIGINS: files.origin,
    },
    site: files.origin,
  });
  host = await startEdgeSite(files.origin, () => edge);
  browser = await launchBrowser({ pointerAway: true });
  editor = await openEditor(await (await browser.newContext()).newPage(), editors.origin);
}, 120_000);
afterAll(async () => {
  for (const server of between) server.closeAllConnections();
  await Promise.all([browser?.close(), host?.close(), edge?.close(), files?.close(), editors?.close()]);
  await Promise.all([site?.close(), ...between.map((one) => new Promise((done) => one.close(done)))]);
});

const frame = () => editor.page.frameLocator("iframe");
const headline = (name: string) => frame().getByRole("heading", { name, exact: true });
const mark = () => frame().locator(".preview-mark");
/** The same in both spaces for the same slug. */
const idOf = (slug: string) =>
  [site.pl, site.service].flatMap((one) => one.contents().stories).find(({ slugPath }) => slugPath === slug)?.id ?? 0;
const open = (path: string, slug: string, space: typeof SWISS) =>
  editor.open(host.origin + path + editorQuery({ ...space, storyId: idOf(slug), component: "page" }));
const draftOf = async ({ endpoint }: { endpoint: string }, slug: string, token: string) =>
  (await (await fetch(`${endpoint}/cdn/stories/${slug}?version=draft&token=${token}`)).json()).story;

test("a fresh editor of the second space has its draft; its token goes to its service, and no other's", async () => {
  const text = (headline_: string) => (story: { content: Record<string, unknown> }) =>
    void Object.assign(story.content, page(headline_, "C-3").content);
  site.pl.saveDraft("products/a", text("Oscypek wędzony"));
  site.service.saveDraft("products/a", text("Gruyère surchoix"));
  await open("/pl/products/a/", "products/a", POLISH);
  await headline("Oscypek wędzony").waitFor();
  await mark().getByText(PREVIEW_WORDS.preview_saved).waitFor();
  expect([asked.main, asked.pl.length]).toEqual([[], 1]);
  await open("/pl/products/szkic/", "products/szkic", POLISH);
  await headline("Szkic").waitFor();
  await open("/products/a/", "products/a", SWISS);
  await headline("Gruyère surchoix").waitFor();
  expect(asked.main.length).toBe(1);
  expect(asked.pl.join()).not.toContain("token=preview&");
  expect(asked.main.join()).not.toContain(POLISH.previewToken);
});

test("after Save the draft stays on its page, and on no page of a story with that id in the other space", async () => {
  await open("/pl/products/gruyere/", "products/gruyere", POLISH);
  const story = await draftOf(site.pl, "products/gruyere", POLISH.previewToken);
  const type = async (text: string) => {
    story.content.body[0].headline = text;
    await editor.send({ action: "input", story });
    await headline(text).waitFor();
  };
  const works = edge;
  edge = { ...works, answer: async () => new Response("down", { status: 503 }) };
  try {
    await type("Ser zapisany");
    await editor.send({ action: "change", storyId: story.id, slug: "products/gruyere" });
    await mark().getByText(PREVIEW_WORDS.preview_saved).waitFor();
    await headline("Ser zapisany").waitFor();
    // In the same tab: a German story has the id of this one.
    Object.assign(story, await draftOf(site.pl, "products/a", POLISH.previewToken));
    await open("/pl/products/a/", "products/a", POLISH);
    await type("Oscypek zapisany");
    await editor.send({ action: "change", storyId: story.id, slug: "products/a" });
    await mark().getByText(PREVIEW_WORDS.preview_saved).waitFor();
    await open("/products/a/", "products/a", SWISS);
    await headline("Gruyère").waitFor();
    await editor.page.waitForTimeout(300);
    expect(await headline("Oscypek zapisany").count()).toBe(0);
  } finally {
    edge = works;
  }
});

test("a link to a page of the other space leads to what is published, without the editor's token", async () => {
  await open("/pl/products/gruyere/", "products/gruyere", POLISH);
  await frame().locator("nav a").click();
  await headline("Gruyère").waitFor();
  expect(new URL(editor.frame().url()).search).toBe("");
  await open("/products/b/", "products/b", SWISS);
  await frame().locator("nav a").click();
  await headline("Gruyère surchoix").waitFor();
});

test("`sitegen share` of a story of the second space is answered by the function with that space's token", async () => {
  const before = asked.main.length;
  const env = { SITEGEN_SHARE_SECRET: SECRET, SITEGEN_SHARE_ADDRESS: host.origin };
  const made = await site.run(["share", "products/szkic", "--language", "pl"], env);
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("in pl")]);
  const tab = await editor.page.context().newPage();
  await tab.goto(made.stdout.trim());
  await tab.getByRole("heading", { name: "Szkic", exact: true }).waitFor();
  expect([asked.main.length, asked.pl.at(-1)]).toEqual([before, expect.stringContaining(POLISH.previewToken)]);
  await tab.close();
});

test("nothing of the tokens is in what visitors can read", () => {
  const all = readdirSync(join(site.dir, "out"), { recursive: true, withFileTypes: true });
  const texts = all.filter((one) => one.isFile()).map((one) => readFileSync(join(one.parentPath, one.name), "utf8"));
  for (const token of Object.values(TOKENS)) expect(texts.filter((text) => text.includes(token))).toEqual([]);
});
