/** Spaces that grew for years: what editors, imports and older versions of the service left in them causes no failure. */
import { afterEach, expect, test } from "vitest";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

let site: SiteFromSpace | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** Makes the site, builds it and checks it. */
async function made(files: Record<string, unknown>) {
  site = await siteFromSpace((dir) => writeFiles(dir, files));
  const { report } = await site.build();
  return { report, found: await site.check(), page: site.page, notes: site.notes };
}

const story = (content: object) => ({ content });
const doc = (...content: unknown[]) => ({ type: "doc", content });
const words = (text: string, marks: unknown[] = []) => ({ type: "text", text, marks });
const anchor = (id: string) => ({ type: "anchor", attrs: { id } });

/** Names that a program might use for itself. */
const KEYWORDS =
  "await break case class const default delete enum eval export false for function if import in let new null return static super switch this throw true try typeof var void while with yield async of get set length props editable Blocks schema React".split(
    " ",
  );

/** Two blocks in each block, six deep, in fields called alike and like the kit's parts. */
function nested(depth: number): object {
  const inside = depth < 6 ? { [depth % 2 === 1 ? "blocks" : "items"]: [nested(depth + 1), nested(depth + 1)] } : {};
  return { component: `level ${depth}`, title: `Level ${depth}`, ...inside };
}

/** What link fields have held since the first version of the service. */
const LINKS = [
  ...["", null, [], {}, 5, "https://old.example/plain"],
  { id: "", url: "", linktype: "story", fieldtype: "multilink", cached_url: "" },
  { linktype: "url", url: "javascript:alert(1)", fieldtype: "multilink" },
  { linktype: "email", email: "a@b.example", url: "" },
  { cached_url: "about", linktype: "story" },
  { linktype: "story", id: "00000000-0000-4000-8000-000000000000", cached_url: "gone" },
  { linktype: "unknown", url: "about" },
];

test.each([
  { listed: ["fr"], total: 8 },
  { listed: [], total: 5 },
])(
  "a folder of another language's stories, beside the languages $listed of the space, is a language",
  async (space) => {
    const page = (title: string) => ({ component: "page", title });
    const { report, page: read } = await made({
      "space.json": spaceInfo("Ferries", space.listed),
      "stories/home.json": story(page("Welcome")),
      "stories/fleet.json": story(page("Fleet")),
      "stories/da/index.json": { ...story(page("Velkommen")), alternate_of: "home" },
      "stories/da/faerger.json": { ...story(page("Færger")), alternate_of: "fleet" },
      "stories/faq/index.json": story(page("Questions")),
    });
    expect(read("da")).toMatch(/<html lang="da".*<h1>Velkommen/s);
    expect(read("fleet")).toContain('hreflang="da" href="https://x.example/da/faerger/"');
    expect(report.pages.total).toBe(space.total);
  },
);

test("two hundred components, keywords as fields, blocks six deep, links and rich text of older versions", async () => {
  const { report, found, page, notes } = await made({
    "space.json": spaceInfo("Deep"),
    "stories/home.json": story({
      component: "page",
      body: [
        nested(1),
        { component: "keywords", ...Object.fromEntries(KEYWORDS.map((word) => [word, `The field ${word}.`])) },
        {
          component: "names",
          "": "No name.",
          " ": "A space.",
          "a.b": "A dot.",
          "0": "A digit.",
          toString: "A method.",
        },
        ...LINKS.map((link, index) => ({ component: "linker", label: `Link ${index}`, link })),
        ...Array.from({ length: 200 }, (_, index) => ({ component: `part-${index}`, text: `Part ${index}.` })),
      ],
    }),
    "stories/about.json": story({
      component: "page",
      body: [
        {
          component: "prose",
          text: doc(
            { type: "unheard_of", content: [{ type: "paragraph", content: [words("Inside an unknown node.")] }] },
            { type: "heading", attrs: { level: 9 }, content: [words("Ninth level")] },
            {
              type: "heading",
              content: [words("A script", [{ type: "link", attrs: { href: "javascript:alert(2)" } }])],
            },
            {
              type: "paragraph",
              content: [words("Styled", [{ type: "textStyle", attrs: { color: "red;x:url(y)" } }])],
            },
            { type: "heading", content: [words("Main")] },
            { type: "paragraph", content: [words("First", [anchor("main-2")]), words("Second", [anchor("there")])] },
            { type: "paragraph", content: [words("Again", [anchor("there")])] },
            { type: "paragraph", content: [{ type: "emoji", attrs: { name: "octocat", emoji: null } }] },
            { type: "image", attrs: { src: null } },
            { type: "blok", attrs: { body: [{ component: "card", title: "A card in text." }, null] } },
            { type: "bullet_list", content: [{ type: "list_item", content: [] }] },
            null,
            "a text where a node should be",
          ),
        },
        { component: "prose", text: "" },
        { component: "prose", text: { type: "doc" } },
        { component: "prices" },
        { component: "prices", table: { fieldtype: "table", thead: null, tbody: null } },
        { component: "prices", table: { tbody: [{ body: [{ value: "A cell." }, { value: null }] }] } },
        { component: "gallery", pictures: [null, { fieldtype: "asset", filename: null }, { filename: { x: 1 } }] },
      ],
    }),
  });
  expect(report.pages.total).toBe(2);
  // What the service's interface cannot call a field is said, and no code is written for it.
  expect(notes.map((note) => note.split(" is left out")[0])).toEqual(
    ["", " ", "a.b"].map((field) => `The field ${JSON.stringify(field)} of the component "names"`),
  );
  const home = page("");
  for (const word of KEYWORDS) expect(home).toContain(`The field ${word}.`);
  for (const text of ["Level 6", "A digit.", "A method.", "Part 0.", "Part 199."]) expect(home).toContain(text);
  const about = page("about");
  for (const text of ["Inside an unknown node.", "Ninth level", "A script", "A card in text.", "A cell.", "octocat"])
    expect(about).toContain(text);
  const ids = [...about.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toEqual(expect.arrayContaining(["main", "main-2", "there"]));
  expect(about.match(/<div class="table"/g)).toHaveLength(1);
  expect(home + about).not.toMatch(/javascript:|url\(y\)|\[object|undefined<|>null</);
  expect(home).toContain('href="mailto:a@b.example"');
  // In a field and in rich text, each with its place.
  expect(found.flatMap(({ message, path }) => (/of this kind \(javascript:/.test(message) ? [path] : []))).toEqual([
    "body[0]/text/content[2]/content[0]",
    "body[10]/link",
  ]);
  expect([...new Set(found.filter(({ severity }) => severity !== "info").map(({ code }) => code))].sort()).toEqual([
    "CHECK_LINK_BROKEN",
    "CONTENT_BROKEN_LINK",
    "CONTENT_WRONG_SHAPE",
  ]);
});

exhaustiveOnly(() => {
  test("slugs alone are translated, datasources have dimensions, root folders are named like languages", async () => {
    const { report, page } = await made({
      "space.json": spaceInfo("Slugs", ["de", "fr"]),
      "stories/home.json": story({ component: "page", title: "Home", body: [{ component: "paint", colour: "red" }] }),
      "stories/about.json": { ...story({ component: "page", title: "About" }), slug__i18n__de: "ueber-uns" },
      "stories/de/partner.json": story({ component: "page", title: "Nur auf Deutsch" }),
      "datasources/colours.json": [
        { name: "Red", value: "red", de: "Rot" },
        { name: "", value: "" },
      ],
      "datasources/empty.json": [],
    });
    expect(report.problems).toEqual([]);
    expect(page("")).toContain("<p>Red</p>");
    expect(page("de")).toContain("<p>Rot</p>");
    expect(page("fr")).toContain("<p>Red</p>");
    expect(page("de/ueber-uns")).toContain("<h1>About</h1>");
    expect(page("fr/about")).toContain('hreflang="de" href="https://x.example/de/ueber-uns/"');
    expect(page("de/partner")).toContain("<h1>Nur auf Deutsch</h1>");
    expect(report.pages.total).toBe(7);
  });

  test("slugs of any kind, lists that are none, and a page in a page", async () => {
    const page = (title: string, fields: object = {}) => story({ component: "Seite", title, ...fields });
    const { report, page: read } = await made({
      "space.json": spaceInfo("Odd \u2028 {x} `y`  */", ["tlh"]),
      "stories/index.json": page("Start"),
      "stories/Über uns/Straße & Co.json": page("Über uns"),
      "stories/404.json": page("Called 404"),
      "stories/flushCache.json": page("Called flushCache"),
      "stories/list.json": page("List", { body: [{ component: "Seite", title: "A page in a page" }] }),
      "stories/no-list.json": page("No list", { body: "a text" }),
      "stories/mixed.json": page("Mixed", { body: [null, "x", 3, [], { component: "part", text: "Among others." }] }),
      "stories/long.json": page("x".repeat(5000)),
    });
    expect(report.pages.total).toBe(15);
    expect(
      report.problems.filter(({ severity }) => severity === "error").map(({ code, story: at }) => [code, at]),
    ).toEqual([["CONTENT_UNUSABLE_SLUG", "flushCache"]]);
    expect(read("list")).toContain("A page in a page");
    expect(read("mixed")).toContain("Among others.");
    expect(read("no-list")).toContain("<h1>No list</h1>");
    expect(read("404")).toContain("<h1>Called 404</h1>");
  });
});
