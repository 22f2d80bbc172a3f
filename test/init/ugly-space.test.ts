/** A site made from a disorderly space: every component is rendered, compiled, checked and served. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGallery, galleryPage } from "../../src/preview/gallery.ts";
import { GALLERY_PATH } from "../../src/preview/gallery-pages.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { type SiteFromSpace, siteFromSpace } from "../helpers/site-from-space.ts";
import { REFUSED_NAMES, UGLY_FIELDS, UGLY_NAMES, writeUglySpace } from "../helpers/ugly-space.ts";

let site: SiteFromSpace;
const page = (path: string) => site.page(path);

beforeAll(async () => {
  site = await siteFromSpace(writeUglySpace, "de");
  // A component named like a property of every object is rendered like any other.
  writeFileSync(join(site.dir, "blocks/constructor/constructor.css"), ".constructor { color: rgb(1 2 3) }");
});
afterAll(() => site.close());

/** Names that no code is written for are said again where content uses them. */
const unknown = (list: string) =>
  REFUSED_NAMES.map((_, index) => `CONTENT_UNKNOWN_COMPONENT ${list}[${UGLY_NAMES.length + index}]`);

const isRefusal = (note: string) => note.includes(" is left out");

test("a name that the service's interface cannot make is refused and said", () => {
  expect(site.notes.filter(isRefusal).map((note) => note.split(" is left out")[0])).toEqual([
    ...REFUSED_NAMES.map((name) => `The component ${JSON.stringify(name)}`),
    'The field "a\\"quote" of the component "fields"',
  ]);
});

test("every story is a page, and every block and field is shown", async () => {
  const { report } = await site.build();
  expect(report.problems.map(({ code, path }) => `${code} ${path}`.trim())).toEqual([
    ...Array(3).fill(unknown("body")).flat(),
    ...Array(3).fill("CONTENT_WRONG_SHAPE body[63]/mixed"),
  ]);
  const html = page("");
  for (const name of UGLY_NAMES) expect(html).toContain(`Shown by ${escaped(name)}`);
  for (const text of Object.values(UGLY_FIELDS)) expect(html).toContain(escaped(text));
  for (const words of ["Rich words", "<td>Riesig &lt;3</td>", "new, sale", "Rot, Grün", "Depth 0", "brochure.pdf"])
    expect(html).toContain(words);
  expect(html).toContain("now rich text");
  // The home story is in a folder; other stories keep their paths.
  expect(html).toContain("<h1>Willkommen</h1>");
  expect(page("pages/about")).toContain("<h1>Über uns</h1>");
  expect(page("blog")).toContain("<h1>Alle Beiträge</h1>");
});

test("languages of any code have their pages, words and addresses", () => {
  expect(page("pt-br")).toMatch(/<html lang="pt-BR"[\s\S]*<h1>Bem-vindo<\/h1>/);
  expect(page("pt-br")).toContain("<p>vermelho</p>");
  expect(page("zh-Hans")).toMatch(/<html lang="zh-Hans"[\s\S]*<h1>欢迎<\/h1>/);
  expect(page("")).toContain('hreflang="pt-BR" href="https://x.example/pt-br/"');
});

exhaustiveOnly(() => {
  test("a strict compiler reads every file that was written", async () => {
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const strict = ["--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck", "false"];
    await promisify(execFile)(process.execPath, [tsc, "-p", site.dir, ...strict]).catch(({ stdout }) => {
      throw new Error(stdout);
    });
  });
});

test("check says what the content lacks, by the names of this space", async () => {
  const problems = await site.check();
  const found = problems.filter(({ story }) => !/^(pt-br|zh-Hans)/.test(story));
  expect(found.map(({ code, story, path }) => `${code} ${story} ${path}`.trim())).toEqual([
    "CHECK_META_TITLE_MISSING blog/2025 headline",
    "CHECK_META_TITLE_MISSING pages/about SEO title",
    ...Array(3).fill("CHECK_WORDS_MISSING"),
    ...unknown("pages/home body"),
    "CONTENT_WRONG_SHAPE pages/home body[63]/mixed",
    ...Array(3).fill("CHECK_HEAD_FIELD_MISSING"),
  ]);
  expect(found.at(-1)?.message).toContain('The page type "default-page" has no field for a description');
});

test("every component has its page in the gallery, whatever it is called", async () => {
  const { config, out, stateDir } = await site.options();
  const gallery = await createGallery({ config, out, stateDir });
  const list = galleryPage(`${GALLERY_PATH}?lang=pt-br`, gallery) ?? "";
  const addresses = [...list.replaceAll("&#39;", "'").matchAll(/<li><a href="([^"?]+)/g)].map(([, at = ""]) => at);
  expect(addresses.map((address) => decodeURIComponent(address.slice(GALLERY_PATH.length, -1)))).toEqual(
    expect.arrayContaining([...UGLY_NAMES, "content type page", "recursive"]),
  );
  for (const name of UGLY_NAMES) {
    const html = galleryPage(`${GALLERY_PATH}${encodeURIComponent(name)}/?lang=de`, gallery)?.replaceAll(
      "<!-- -->",
      "",
    );
    expect([name, html]).toEqual([name, expect.stringContaining(`Shown by ${escaped(name)}`)]);
  }
  const page = galleryPage(addresses.find((address) => address.includes("page")) ?? "", gallery);
  expect(page).toContain("<h1>Willkommen</h1>");
  expect(galleryPage(`${GALLERY_PATH}%E0%A4%A/`, gallery)).toBe(null);
});

test("a component that came later is said, and written by a second run", async () => {
  site.service.publish("pages/about", ({ content }) => {
    content.body = [{ component: "Brand new", label: "Later" }];
  });
  const before = await site.build();
  expect(before.report.problems.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('There is no block "Brand new"'),
  );
  const { written, notes } = await site.init();
  expect(written).toEqual(["blocks/Brand-new/Brand-new.schema.ts", "blocks/Brand-new/Brand-new.tsx"]);
  expect(notes).toEqual([
    ...site.notes.filter(isRefusal),
    'blocks/content-type-page/content-type-page.schema.ts: the field "body" holds a block "Brand new" in the space; add it to its `blocks`.',
  ]);
  const path = join(site.dir, "blocks/content-type-page/content-type-page.schema.ts");
  writeFileSync(path, readFileSync(path, "utf8").replace("blocks([", 'blocks(["Brand new", '));
  await site.build();
  expect(page("pages/about")).toContain("Later");
});

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}
