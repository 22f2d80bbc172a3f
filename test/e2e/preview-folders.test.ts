/** The visual editor of a site with a root folder for each language, each with a global story of its own. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { command } from "../serve/command.ts";
import { type Editor, type EditorServer, editorQuery, openEditor, startEditor } from "./fake-editor.ts";

const SITE = `import { useSite } from "sitegen-storyblok/kit";
function Layout({ children }) {
  const { shared, payload } = useSite();
  return <><header>{shared.global?.title}</header><nav>{Object.entries(payload.switchHref).map(([code, href]) =>
    <a key={code} href={href} data-language-switch="">{code}</a>)}</nav><main>{children}</main></>;
}
export default { languages: [{ code: "en" }, { code: "fr" }], translation: "folders", home: "start", pageTypes: { page: {} }, layout: { Layout } };
`;
const TOP =
  'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "global", fields: { title: text() } });\n';
const FRENCH = (slug: string) => ({ alternate_of: `en/${slug}` });
const STORIES = {
  "en/start": storyWithHeadline("Home"),
  "fr/start": storyWithHeadline("Accueil", FRENCH("start")),
  "en/global": { content: { component: "top", title: "Paper" } },
  "fr/global": { content: { component: "top", title: "Journal" }, ...FRENCH("global") },
};

let site: SmallSite;
let editors: EditorServer;
let browser: TestBrowser;

beforeAll(async () => {
  [editors, browser] = await Promise.all([startEditor(), launchBrowser()]);
  site = await openSmallSite({ "site.tsx": SITE, "blocks/top/top.schema.ts": TOP }, STORIES);
  const preview = { editorOrigins: [editors.origin], bridgeUrl: editors.bridgeUrl };
  await site.build({ config: { definition: "site.tsx", preview } });
}, 120_000);
afterAll(() => Promise.all([browser?.close(), editors?.close(), site?.close()]));

async function serve() {
  const env = {
    STORYBLOK_ENDPOINT: site.service.endpoint,
    STORYBLOK_TOKEN: "public",
    STORYBLOK_PREVIEW_TOKEN: "preview",
    STORYBLOK_SPACE_ID: "7",
  };
  const running = command(["serve", "--port", "0", "--state", "state"], { cwd: site.dir, env });
  const [, origin = ""] = await running.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
  return { origin, close: () => running.interrupt() };
}

describe.each(["static", "serve"] as const)("on %s", (host) => {
  let server: { origin: string; close(): Promise<unknown> };
  let editor: Editor;
  beforeAll(async () => {
    server = host === "static" ? await startStaticServer(site.out) : await serve();
    editor = await openEditor(await (await browser.newContext()).newPage(), editors.origin);
  }, 60_000);
  afterAll(() => server?.close());

  const frame = () => editor.page.frameLocator("iframe");
  const open = async (slug: string, component: string) => {
    const search = `version=draft&token=preview`;
    const { story } = await (await fetch(`${site.service.endpoint}/cdn/stories/${slug}?${search}`)).json();
    const query = { storyId: story.id, component, spaceId: 7, previewToken: "preview" };
    await editor.open(`${server.origin}/${editorQuery(query)}`);
    return story;
  };
  const input = (story: unknown) => editor.send({ action: "input", story });
  const change = async (language: string) => {
    await frame().getByRole("link", { name: language, exact: true }).click();
    await frame().locator(`html[lang=${language}][data-preview=ready]`).waitFor({ state: "attached" });
  };

  test("what is typed while the frame shows another language is on its own page", async () => {
    const story = await open("en/start", "page");
    // None of its blocks has a stylesheet, and none is missed.
    expect(await frame().locator(".preview-notes").isVisible()).toBe(false);
    await change("fr");
    story.content.body[0].headline = "Typed meanwhile";
    await input(story);
    await editor.page.waitForTimeout(300);
    expect(await frame().locator("h1").textContent()).toBe("Accueil");
    await change("en");
    await frame().getByText("Typed meanwhile").waitFor();
  });

  test("the global story of one language is no other's", async () => {
    const story = await open("en/global", "top");
    const header = () => frame().locator("header").textContent();
    story.content.title = "New paper";
    await input(story);
    await frame().getByText("New paper").waitFor();
    await change("fr");
    story.content.title = "Newer paper";
    await input(story);
    await editor.page.waitForTimeout(500);
    expect(await header()).toBe("Journal");
    await change("en");
    await frame().getByText("Newer paper").waitFor();
  });
});
