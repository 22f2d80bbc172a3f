// A space that the sample's blocks know nothing of: a news site in three languages, with components of its own, and with
// what editors leave behind: pictures that are gone, components nobody knows, relations to any story.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const WORDS =
  "lathe gear valve grip torque steel harbour crane winter rail sensor audit kiln pump ledger orbit bridge window paint drill mesh coil spark river moss amber linen quartz ochre basil".split(
    " ",
  );
const FOLDERS = ["news", "guides/deep", "archive/2019"];
const AUTHORS = 25;
const CATEGORIES = WORDS.slice(0, 12).map((word) => `topics/${word}`);
const PICTURES = 40;

/** Writes a space folder with this many posts, each with a product if there are any; returns their slugs. */
export function writeNewsSpace(dir, count, products = 0) {
  const random = createRandom(7);
  const posts = Array.from({ length: count }, (_, index) => `${random.one(FOLDERS)}/${random.one(WORDS)}-${index}`);
  const put = (slug, story) => writeStory(dir, slug, story);
  const info = {
    name: "News",
    id: 4711,
    version: 1767600000,
    languages: ["fr", "pt-br"],
    token: "p",
    previewToken: "d",
  };
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "space.json"), JSON.stringify(info));
  for (let index = 0; index < AUTHORS; index += 1) put(`authors/a-${index}`, author(index, random));
  for (const slug of CATEGORIES) put(slug, { content: { component: "category", title: slug.slice(7) } });
  for (const [index, slug] of posts.entries()) {
    const story = { uuid: uuidOf(index), ...post(posts, random) };
    if (products > 0) story.content.sku = `P-${index % products}`;
    put(slug, story);
  }
  const sections = (number) => Array.from({ length: number }, () => section(posts, random));
  put("home", { name: "Home", content: { component: "landing", body: sections(8) } });
  put("news/index", { name: "News", content: { component: "landing", body: sections(3) } });
  return posts;
}

/** Writes a story's file: a publish, while the space is served. */
export function writeStory(dir, slug, story) {
  const file = join(dir, "stories", `${slug}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(story));
}

/** A post keeps it when its file gets another name. */
function uuidOf(index) {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

function author(index, { words }) {
  const portrait = { $asset: `missing/${index}.jpg`, alt: "Portrait" };
  const fields = { name: words(2), bio: { $md: [words(20)] }, portrait };
  return { name: words(2), content: { component: "author", ...fields } };
}

function post(posts, random) {
  const { words, one, below } = random;
  const two = (number) => String(number).padStart(2, "0");
  const date = `20${two(12 + below(14))}-${two(1 + below(12))}-${two(1 + below(28))}T09:00:00.000Z`;
  const relations = { author: { $story: `authors/a-${below(AUTHORS)}` }, category: { $story: one(CATEGORIES) } };
  const body = Array.from({ length: 5 + below(6) }, () => section(posts, random));
  return {
    ...{ name: words(3), name__i18n__fr: words(3), first_published_at: date, tags: [one(WORDS)] },
    content: { component: "article", title: words(6), title__i18n__fr: words(6), ...relations, body },
  };
}

function section(posts, random) {
  const { words, one, below } = random;
  const text = (...paragraphs) => ({ component: "text-block", text: { $md: paragraphs } });
  const card = () => ({
    ...{ component: "card", title: words(3), title__i18n__fr: words(3), link: { $link: one(posts) } },
    image: { $asset: `gone/${below(PICTURES)}.png`, alt: words(2) },
  });
  const kinds = [
    () =>
      text(`## ${words(4)}`, `${words(60)} [see](story:${one(posts)}) ${words(50)}`, `- ${words(8)}\n- ${words(7)}`),
    () => ({ component: "Card Grid", cards: [card(), card(), card(), card()] }),
    () => ({ component: "quote", text: words(20), by: { $story: `authors/a-${below(AUTHORS)}` } }),
    () => ({ component: "teaser_list", items: [one(posts), one(posts), one(posts)].map((slug) => ({ $story: slug })) }),
    () => ({ component: "hero", headline: words(5), cta: { $link: "https://example.org/" } }),
    () => ({ component: "columns", left: [text(words(30))], right: [{ component: "stranger", x: 1 }] }),
  ];
  return one(kinds)();
}

/** The same choices each time. */
function createRandom(seed) {
  let state = seed;
  const below = (end) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * end);
  };
  const one = (list) => list[below(list.length)];
  const words = (count) => Array.from({ length: count }, () => one(WORDS)).join(" ");
  return { below, one, words };
}
