/** Drafts of languages whose text is another's where they have none (`languages[].fallback`), in the editor's frame. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReleaseSite, type ReleaseSite } from "../cli/release-site.ts";
import { editorQuery, startEditor } from "./fake-editor.ts";
import { framedConfig, openFramedSite } from "./framed-site.ts";

let site: ReleaseSite;
let framed: Awaited<ReturnType<typeof openFramedSite>>;
let id = 0;

const texts = (own: Record<string, string>) => ({
  component: "page",
  body: [{ component: "hero-section", _uid: "hero", headline: "News", ...own }],
});

beforeAll(async () => {
  const editors = await startEditor();
  site = await openReleaseSite({
    "site.ts": `export default { global: null, pageTypes: { page: {} }, languages: [
      { code: "en" }, { code: "pt" }, { code: "es", fallback: "pt" }, { code: "gl", fallback: ["es", "pt"] }] };\n`,
    "space/space.json": {
      ...{ name: "X", id: 7, version: 1_700_000_000, languages: ["pt", "es", "gl"] },
      ...{ token: "public", previewToken: "preview" },
    },
    "space/stories/news.json": { content: texts({ headline__i18n__pt: "Notícias" }) },
    "sitegen.config.json": framedConfig(editors),
  });
  expect((await site.run(["generate"])).code).toBe(0);
  id = site.service.contents().stories.find(({ slugPath }) => slugPath === "news")?.id ?? 0;
  const env = { STORYBLOK_PREVIEW_TOKEN: "preview", STORYBLOK_ENDPOINT: site.service.endpoint };
  framed = await openFramedSite({ out: join(site.dir, "out"), editors, env });
}, 240_000);
afterAll(() => Promise.all([framed?.close(), site?.close()]));

const open = (language: string) => {
  const query = editorQuery({ spaceId: 7, previewToken: "preview", storyId: id, language, component: "page" });
  return framed.editor.open(`${framed.origin}/${language === "default" ? "" : `${language}/`}news/${query}`);
};

test("a draft of a fallback's text is shown by each language that falls back to it, in the order of its list", async () => {
  const save = (own: Record<string, string>) =>
    site.service.saveDraft("news", (story) => void Object.assign(story.content, texts(own)));
  save({ headline__i18n__pt: "Notícias do dia" });
  for (const language of ["pt", "es", "gl"]) {
    await open(language);
    await framed.headline("Notícias do dia").waitFor();
  }
  save({ headline__i18n__pt: "Notícias do dia", headline__i18n__es: "Noticias de hoy" });
  for (const [language, text] of [
    ["gl", "Noticias de hoy"],
    ["pt", "Notícias do dia"],
    ["default", "News"],
  ] as const) {
    await open(language);
    await framed.headline(text).waitFor();
  }
});

test("what is typed with all its languages follows the list, on its page and after Save on those of others", async () => {
  framed.setDown(true);
  await open("gl");
  const asked = await fetch(`${site.service.endpoint}/cdn/stories/${id}?version=draft&token=preview`);
  const { story } = await asked.json();
  const type = async (own: Record<string, string>, shown: string) => {
    story.content = texts(own);
    await framed.editor.send({ action: "input", story });
    await framed.headline(shown).waitFor();
  };
  await type({ headline__i18n__pt: "Escrito" }, "Escrito");
  await type({ headline__i18n__pt: "Escrito", headline__i18n__es: "Escribido" }, "Escribido");
  await type(
    { headline__i18n__gl: "Escribo", headline__i18n__pt: "Escrito", headline__i18n__es: "Escribido" },
    "Escribo",
  );
  await type({ headline__i18n__pt: "Gardado" }, "Gardado");
  await framed.editor.send({ action: "change", storyId: id, slug: "news" });
  await framed.mark().getByText("Saved, not published").waitFor();
  await framed.headline("Gardado").waitFor();
  await open("es");
  await framed.headline("Gardado").waitFor();
  await open("default");
  await framed.headline("News").waitFor();
});
