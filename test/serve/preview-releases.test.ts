/** The editor shows a release: `sitegen serve` renders drafts as they will be once it is merged. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { heroPage, openReleaseSite, type ReleaseSite } from "../cli/release-site.ts";
import { type Command, command } from "./command.ts";
import { editorQuery, get } from "./helpers.ts";

let site: ReleaseSite;
let running: Command;
let origin: string;

beforeAll(async () => {
  site = await openReleaseSite({
    "site.ts": `export default { languages: [{ code: "en" }, { code: "de", locale: "de-CH" }, { code: "fr" }], global: null, pageTypes: { page: {} },
      words: { de: { preview_link_gone: "Diesen Entwurf gibt es nicht", preview_link_down: "Der Entwurf kann nicht gezeigt werden" } } };\n`,
    "space/stories/home.json": heroPage("Home"),
    "space/stories/about.json": { ...heroPage("About"), draft: heroPage("About, saved").content },
    "space/releases/7/release.json": { name: "Spring" },
    "space/releases/7/stories/home.json": heroPage("Spring", "sale"),
    "space/releases/7/stories/sale.json": heroPage("Sale"),
    "space/releases/8/release.json": { name: "Autumn" },
    "space/releases/8/stories/home.json": heroPage("Autumn"),
  });
  running = command(["serve", "--port", "0"], { cwd: site.dir, env: site.env });
  [, origin = ""] = await running.line(/(http:\/\/127\.0\.0\.1:\d+)/);
});

afterAll(async () => {
  await running.interrupt();
  await site.close();
});

async function shown(path: string, release: string): Promise<[number, string]> {
  const query = editorQuery({ previewToken: "preview", spaceId: 7 });
  const { status, text } = await get(origin, `${path}${query}&_storyblok_release=${release}`);
  return [status, /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? ""];
}

test("the release of the editor's address is shown, drafts of other stories too", async () => {
  expect(await shown("/", "7")).toEqual([200, "Spring"]);
  expect(await shown("/sale/", "7")).toEqual([200, "Sale"]);
  // Published with the same dates, and yet not as it is in the release.
  const query = editorQuery({ previewToken: "preview", spaceId: 7 });
  expect((await get(origin, `/${query}&_storyblok_release=7`)).text).toContain('data-draft="saved"');
  expect((await get(origin, `/${query}`)).text).not.toContain('data-draft="saved"');
  expect(await shown("/about/", "7")).toEqual([200, "About, saved"]);
  expect(await shown("/", "8")).toEqual([200, "Autumn"]);
});

test("without one, drafts are shown without any release", async () => {
  for (const none of ["0", "undefined", "", "../7"]) {
    expect(await shown("/", none), none).toEqual([200, "Home"]);
    expect((await shown("/sale/", none))[0], none).toBe(404);
  }
});

test("a language that the space does not list has no draft page of the default language's content", async () => {
  expect(await shown("/about/", "")).toEqual([200, "About, saved"]);
  expect((await shown("/fr/about/", ""))[0]).toBe(404);
});

test("what is saved in the release is shown at once", async () => {
  site.write({ "space/releases/8/stories/home.json": heroPage("Late autumn") });
  const query = `${editorQuery({ previewToken: "preview", spaceId: 7, storyId: homeId() })}&_storyblok_release=8`;
  await expect.poll(async () => (await get(origin, `/${query}`)).text, { timeout: 30_000 }).toContain("Late autumn");
});

function homeId(): number {
  return site.service.contents().stories.find(({ slugPath }) => slugPath === "home")?.id ?? 0;
}

test("a release that is not there is said; once merged, the editor is told too", async () => {
  const query = editorQuery({ previewToken: "preview", spaceId: 7 });
  const unknown = await get(origin, `/${query}&_storyblok_release=99`);
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining("There is no such draft any more")]);
  expect(unknown.text).toContain("its release was merged");
  const german = await get(origin, `/de/${query}&_storyblok_release=99`);
  expect(german.text).toContain('<html lang="de-CH">');
  expect(german.text).toContain("<h1>Diesen Entwurf gibt es nicht</h1>");
  expect(running.stderr()).toContain("The space has no release 99");
  await site.merge("7");
  await expect.poll(async () => (await shown("/", "7"))[0], { timeout: 30_000 }).toBe(404);
  await expect.poll(async () => shown("/", "0"), { timeout: 30_000 }).toEqual([200, "Spring"]);
});

test("a visitor without the editor's token gets the published page, whatever the query says", async () => {
  expect((await get(origin, "/?_storyblok_release=8")).text).not.toContain("utumn");
});
