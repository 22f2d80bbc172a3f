/** `searchIndex()` and the kit's `Search`, on a site that is not the sample, in Chromium. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../helpers/browser.ts";
import { filesOf } from "../helpers/build-site.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const FILES = {
  "site.ts": `import { defineSite, searchIndex } from "sitegen-storyblok";
import { SearchPage } from "./search.tsx";
export default defineSite({
  languages: [{ code: "en" }, { code: "fr" }],
  translation: "folders",
  global: null,
  pageTypes: { post: { category: { field: "topic", datasource: "topics" } }, page: {} },
  datasources: ["topics"],
  words: { fr: { search_none: "Rien trouvé.", search_label: "Chercher", Posts: "Billets" } },
  routes: [{ path: "/search/", page: SearchPage, head: { title: "Search", noindex: true }, data: (reader) => ({ links: reader.pages({ type: "post", limit: 3 }).map(({ name, path }) => ({ title: name, href: reader.href(path) })) }) }],
  outputs: [searchIndex({ types: { post: "Posts", page: "Pages" }, categories: "topics" })],
});
`,
  "search.tsx":
    'import { Search } from "sitegen-storyblok/kit";\nexport function SearchPage({ links }) { return <><h1>Search</h1><Search links={links} limit={5} result={({ href, title, excerpt }) => <><a href={href} className="own">{title}</a><p>{excerpt}</p></>} /></>; }\n',
  "blocks/post/post.schema.ts":
    'import { datasource, defineBlock, richtext, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { topic: datasource("topics"), headline: text(), body: richtext(), noindex: text() } });\n',
  "blocks/post/post.tsx":
    'import { RichText, useSite } from "sitegen-storyblok/kit";\nexport default function Post({ body, headline }) { const { payload } = useSite(); return <><h1>{headline || payload.story.name}</h1><RichText doc={body} /></>; }\n',
  "space/datasources/topics.json": JSON.stringify([
    { name: "Machines", value: "machines" },
    { name: "People", value: "people" },
  ]),
};
const text = (value: string) => ({ type: "text", text: value });
const post = (name: string, body: string, { topic = "machines", heading = "", headline = "" } = {}) => ({
  name,
  content: {
    component: "post",
    topic,
    headline,
    body: {
      type: "doc",
      content: [
        ...(heading === "" ? [] : [{ type: "heading", attrs: { level: 2 }, content: [text(heading)] }]),
        { type: "paragraph", content: [text(body)] },
      ],
    },
  },
});
const items = (...texts: string[]) =>
  texts.map((one) => ({ type: "list_item", content: [{ type: "paragraph", content: [text(one)] }] }));
const filler = Array.from({ length: 60 }, (_, n) => [
  `notes/n${n}`,
  post(`Note ${n}`, `Filler number ${n} about nothing, with common words and word${n} of its own.`, {
    topic: n % 2 ? "people" : "machines",
  }),
]);
const STORIES = {
  home: { name: "Home", content: { component: "page", body: [] } },
  "posts/title": post("Maintaining engines", "A short text."),
  "posts/heading": post("Another story", "A short text with a timetable.", { heading: "How engines are maintained" }),
  "posts/body": post(
    "Third story",
    `${"Much is said before. ".repeat(30)}Then engines are maintained. ${"And after. ".repeat(20)}`,
    { topic: "people" },
  ),
  "posts/lists": {
    name: "Fourth story",
    content: {
      component: "post",
      topic: "people",
      body: {
        type: "doc",
        content: [
          { type: "paragraph", content: [text("Before it ends")] },
          { type: "heading", attrs: { level: 2 }, content: [text("A heading")] },
          {
            type: "bullet_list",
            content: items("First item", "Second zebra."),
          },
          { type: "paragraph", content: [text("One"), { type: "hard_break" }, text("line "), text("break")] },
          { type: "paragraph", content: [text(`${"Much is said before. ".repeat(30)}Giraffes`)] },
        ],
      },
    },
  },
  "posts/dots": {
    name: "Fifth story",
    content: {
      component: "post",
      body: {
        type: "doc",
        // Cut where an excerpt of this text is, it begins and ends with a dot.
        content: [
          {
            type: "bullet_list",
            content: items(...Array<string>(60).fill("ab"), "Okapi", ...Array<string>(60).fill("ab")),
          },
        ],
      },
    },
  },
  "posts/people": post("Our people", "Who we are.", { headline: "Forty-two people, 316 broken gaskets" }),
  "posts/about-gaskets": post("Reading a leak", "A gasket leaks. This gasket is new, and the other gasket is old.", {
    heading: "What a gasket says",
  }),
  "posts/has-heading": post("Another leak", "It leaks.", { heading: "Not the gasket" }),
  "posts/mentions": post("A third leak", "It was a gasket."),
  "posts/longer-word": post("Gasketless pumps", "They have none."),
  "posts/titled": post("Prices of gaskets", "A list."),
  "posts/accents": post("Café Zürich", "Größe and naïve façade."),
  ...Object.fromEntries(filler),
  "fr/home": { name: "Accueil", content: { component: "page", body: [] } },
  "fr/machines": post("Les machines", "Entretien des moteurs élevés."),
};

let site: CommandSite;
let page: Page;
let origin: string;
let newPage: () => Promise<Page>;
const cleanups: (() => unknown)[] = [];
beforeAll(async () => {
  site = await openCommandSite(FILES, STORIES);
  const { code, stderr } = await site.spawn("generate");
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("OUTPUT_FAILED")]);
  const server = await startStaticServer(site.out);
  const browser = await launchBrowser();
  cleanups.push(
    () => browser.close(),
    () => server.close(),
  );
  origin = server.origin;
  newPage = () => browser.newPage();
  page = await newPage();
});
afterAll(async () => {
  for (const clean of cleanups) await clean();
  await site.close();
});

const field = () => page.getByRole("searchbox");
const titles = () => page.locator("form ol a").allTextContents();
const search = async (query: string) => {
  await field().fill(query);
};

test("without script it is a list of links", () => {
  const html = site.read("search/index.html");
  expect(html).toMatch(
    /<search><form class="search"[^>]*><label for="[^"]+">Search<\/label><input [^>]*type="search"[^>]*><button type="submit">Search<\/button>/,
  );
  expect(html.match(/<ul>.*?<\/ul>/)?.[0].match(/<li>/g)).toHaveLength(3);
});

describe("in the browser", () => {
  beforeAll(async () => {
    await page.goto(`${origin}/search/`);
  });

  test("a word finds its other forms, titles first, then headings, then texts, with the words marked", async () => {
    await search("engine maintain");
    await expect.poll(titles).toEqual(["Maintaining engines", "Another story", "Third story"]);
    expect(await page.locator("form ol a mark").allTextContents()).toEqual(["Maintaining", "engines"]);
    const excerpt = page.locator("form ol li").nth(2).locator("p");
    expect(await excerpt.locator("mark").allTextContents()).toEqual(["engines", "maintained"]);
    expect(await excerpt.textContent()).toMatch(/^… .*Then engines are maintained\..* …$/);
    expect(await page.locator("form [role=status]").textContent()).toBe("3 results");
    expect(new URL(page.url()).searchParams.get("q")).toBe("engine maintain");
  });

  test("what a page is about comes before what it says once in large type, a word before longer ones", async () => {
    await search("gasket");
    const found = ["Prices of gaskets", "Gasketless pumps", "Reading a leak", "Our people", "Another leak"];
    await expect.poll(titles).toEqual(found);
    await page.getByRole("button", { name: "More results" }).click();
    await expect.poll(titles).toEqual([...found, "A third leak"]);
  });

  test("accents and unfinished words do not matter", async () => {
    await search("zurich cafe");
    await expect.poll(titles).toEqual(["Café Zürich"]);
    await search("Maintai");
    await expect.poll(titles).toContain("Maintaining engines");
    await search("word17");
    await expect.poll(titles).toEqual(["Note 17"]);
    for (const beginning of ["timet", "timeta", "timetab", "timetabl", "timetable"]) {
      await search(beginning);
      await expect.poll(titles, { message: beginning }).toEqual(["Another story"]);
    }
  });

  test("texts of a page are separated, in the index and where the page itself is read", async () => {
    const excerpt = page.locator("form ol li p");
    await search("zebra");
    const begin = "Before it ends · First item · Second zebra. One line break · Much";
    await expect.poll(() => excerpt.textContent()).toContain(begin);
    await search("giraffe heading");
    await expect.poll(() => excerpt.textContent()).toMatch(/Fourth story · Before it ends · A heading · First item · /);
  });

  test("an excerpt does not begin or end with a dot between texts", async () => {
    await search("okapi");
    await expect.poll(() => page.locator("form ol li p").textContent()).toMatch(/^… ab · (ab · )+Okapi( · ab)+ …$/);
  });

  test("filters by type and category; more results on demand; nothing found is said", async () => {
    await search("filler");
    await expect.poll(() => page.locator("form [role=status]").textContent()).toBe("The first 5 results");
    await page.getByRole("button", { name: "More results" }).click();
    await expect.poll(() => page.locator("form [role=status]").textContent()).toBe("The first 10 results");
    await search("engines");
    await expect.poll(titles).toHaveLength(3);
    await page.getByLabel("Category").selectOption("People");
    await expect.poll(titles).toEqual(["Third story"]);
    await page.getByLabel("Kind").selectOption("Pages");
    await expect.poll(() => page.locator("form [role=status]").textContent()).toBe("Nothing was found.");
    await page.getByLabel("Kind").selectOption("");
    await page.getByLabel("Category").selectOption("");
  });

  test("is used by keyboard: arrows lead to the results and back", async () => {
    await search("engines");
    await expect.poll(titles).toHaveLength(3);
    await field().press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Another story");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await field().evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test("Enter goes to the first result, which a site may draw its own way", async () => {
    await search("engines");
    await expect.poll(titles).toHaveLength(3);
    await field().press("Enter");
    expect(await page.evaluate(() => document.activeElement?.outerHTML)).toMatch(
      /^<a href="\/posts\/title\/" class="own"[^>]*>Maintaining <mark>engines<\/mark><\/a>$/,
    );
  });

  test("what is typed before the page is an app is searched for", async () => {
    const early = await newPage();
    let typed = Promise.resolve(); // one after the other: two at once would write the word twice into the field
    await early.route("**/*.js", async (route) => {
      typed = typed.then(() => early.getByRole("searchbox").fill("engines"));
      await typed;
      await route.continue();
    });
    await early.goto(`${origin}/search/`);
    await expect.poll(() => early.locator("form ol a").count()).toBe(3);
    await early.close();
  });

  test("a query loads ranges of the words; a host that sends whole files is asked once", async () => {
    for (const isWhole of [false, true]) {
      const own = await newPage();
      const asked: string[] = [];
      await own.route("**/words.bin", async (route) => {
        const { range, ...headers } = route.request().headers();
        asked.push(range ?? "all");
        await route.continue(isWhole ? { headers } : {});
      });
      await own.goto(`${origin}/search/?q=engines+maintained`);
      await expect.poll(() => own.locator("form ol a").count()).toBe(3);
      await own.getByRole("searchbox").fill("zebra");
      await expect.poll(() => own.locator("form ol a").allTextContents()).toEqual(["Fourth story"]);
      expect(asked).toEqual(
        isWhole ? [expect.stringMatching(/^bytes=\d+-\d+$/)] : asked.filter((one) => one !== "all"),
      );
      await own.close();
    }
  });

  test("files of two publishes are noticed, and asked for anew", async () => {
    const own = await newPage();
    let isOld = true;
    await own.route("**/search/en/index.json", async (route) => {
      const head = JSON.parse(readFileSync(join(site.out, "search/en/index.json"), "utf8"));
      if (isOld) for (const piece of head.pieces) piece[2] += 1;
      isOld = false;
      await route.fulfill({ json: head });
    });
    await own.goto(`${origin}/search/?q=zebra`);
    await expect.poll(() => own.locator("form ol a").allTextContents()).toEqual(["Fourth story"]);
    await own.close();
  });

  test("a page with a query in its address does not wait for its visitor", async () => {
    const own = await newPage();
    await own.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await own.goto(`${origin}/search/?q=zebra`);
    await expect.poll(() => own.locator("form ol a").allTextContents()).toEqual(["Fourth story"]);
    await own.close();
  });

  test("the address holds the query; a language asks its own index", async () => {
    await page.goto(`${origin}/fr/search/?q=moteur+elevé`);
    await page.getByRole("searchbox", { name: "Chercher" }).waitFor();
    await expect.poll(titles).toEqual(["Les machines"]);
    await search("engines");
    await expect.poll(() => page.locator("form [role=status]").textContent()).toBe("Rien trouvé.");
    expect(await page.getByLabel("Kind").locator("option").allTextContents()).toEqual(["All", "Billets", "Pages"]);
  });
});

test("what is said to screen readers takes no room, whatever styles a site has", async () => {
  const announcer = page.locator("#announcer");
  const box = await announcer.evaluate((region) => {
    region.textContent = "Another page";
    const { width, height } = region.getBoundingClientRect();
    return [width, height, getComputedStyle(region).position];
  });
  expect(box).toEqual([1, 1, "absolute"]);
});

test("a publish changes few files, and they are those of a build of all", async () => {
  const index = () => filesOf(join(site.out, "search"));
  const before = index();
  site.service.publish("posts/title", (story) => {
    story.name = "Caring for engines";
  });
  await site.generate();
  const changed = Object.entries(index()).filter(([path, hash]) => before[path] !== hash);
  expect(changed.map(([path]) => path.replace(/\d+/, "N")).sort()).toEqual([
    "en/index.json",
    "en/pages-N.bin",
    "en/words.bin",
  ]);
  await site.generate("--full", "--out", "clean");
  expect(index()).toEqual(filesOf(join(site.dir, "clean/search")));
  expect(fg.sync("*", { cwd: join(site.out, "search/fr") }).sort()).toEqual([
    "index.json",
    "pages-0.bin",
    "stemmer.js",
    "words.bin",
  ]);
  const { groups, pieces, ...head } = JSON.parse(readFileSync(join(site.out, "search/en/index.json"), "utf8"));
  expect(groups).toHaveLength(4);
  const end = pieces.map(([, bytes]: [string, number]) => bytes).reduce((sum: number, one: number) => sum + one);
  expect(JSON.parse(readFileSync(join(site.out, "search/en/words.bin")).subarray(end).toString())).toHaveLength(4);
  expect(head).toEqual({
    stemmer: true,
    types: [
      { value: "post", label: "Posts" },
      { value: "page", label: "Pages" },
    ],
    categories: [
      { value: "machines", label: "Machines" },
      { value: "people", label: "People" },
    ],
  });
});

test("pages that come, go, and share or lose words: the index is that of a build of all", async () => {
  const publish = (slug: string, story: ReturnType<typeof post>) =>
    site.service.publish(slug, (fields) => void Object.assign(fields, story));
  const edits: (() => void)[] = [
    () => {
      for (let n = 0; n < 60; n += 7) site.service.unpublish(`notes/n${n}`);
    },
    () => {
      for (let n = 0; n < 80; n += 1) publish(`notes/more${n}`, post(`More ${n}`, `word${n} and words`));
    },
    () => {
      for (let n = 0; n < 80; n += 1) site.service.unpublish(`notes/more${n}`);
      publish("notes/n1", post("Note 1", "Nothing but zebras now."));
    },
  ];
  const groups: number[] = [];
  for (const edit of edits) {
    edit();
    await site.generate("--allow-removals");
    await site.generate("--full", "--out", "clean", "--allow-removals");
    expect(filesOf(join(site.out, "search"))).toEqual(filesOf(join(site.dir, "clean/search")));
    groups.push(JSON.parse(readFileSync(join(site.out, "search/en/index.json"), "utf8")).groups.length);
  }
  expect(groups).toEqual([2, 8, 2]);
});
