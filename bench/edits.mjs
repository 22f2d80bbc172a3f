// What a publish takes on a space that is not the sample's: `node bench/edits.mjs [--stories 2500] [--runs 3]
// [--products 10000] [--rows "nothing,price of a product"]`. Sets a site
// up with `init --from-space`, builds it, and edits the space's files as an editor would. Prints the median wall and
// processor time, the peak memory and the pages of the build after each kind of edit. The times are not judged. Requests
// go out as fast as the default configuration allows.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { medianOf } from "./measure-program.mjs";
import { openNewsSite } from "./news-site.mjs";
import { numberOption, option } from "./options.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const runs = numberOption("runs", 3);
const named = option("rows")?.split(",");

const site = await openNewsSite(root, numberOption("stories", 2500), numberOption("products", 0));
const { posts, service, shop, run, change, write, remove, storyOf } = site;
try {
  const rows = { "clean build": rowOf([await run("generate")]) };
  for (const [name, edit] of Object.entries(edits()).filter(([name]) => named?.includes(name) ?? true)) {
    const builds = [];
    for (let round = 0; round < runs; round += 1) {
      const before = await service.version();
      edit(round);
      while (!/^nothing|^code |^price/.test(name) && (await service.version()) === before) await sleep(50);
      builds.push(await run("generate"));
    }
    rows[name] = rowOf(builds);
    console.log(name, JSON.stringify(rows[name]));
  }
  console.table(rows);
} finally {
  site.close();
}

/** Each edit, by the number of the run. */
function edits() {
  const at = (round) => posts[100 + round];
  const picture = (round) => ({ component: "card", title: "New", image: { $asset: `gone/new-${round}.png`, alt: "" } });
  return {
    nothing: () => undefined,
    ...(shop && { "price of a product": (round) => shop.change(100 + round) }),
    "code of the block of authors": (round) => code("author", round),
    "code of the block of posts": (round) => code("article", round),
    "text of a post": (round) =>
      change(at(round), ({ body }) => body.push({ component: "quote", text: `New ${round}` })),
    "title of a post": (round) => change(at(round), (content) => Object.assign(content, { title: `Title ${round}` })),
    "another author": (round) =>
      change(at(round), (content) => Object.assign(content, { author: { $story: "authors/a-3" } })),
    "a picture that is missing": (round) =>
      change(at(round), ({ body }) => body.push({ component: "Card Grid", cards: [picture(round)] })),
    "home page": () => change("home", ({ body }) => body.pop()),
    "new post": (round) => write(`news/new-${round}`, { ...storyOf(posts[round]), uuid: undefined }),
    "post renamed": (round) => {
      const story = storyOf(at(round));
      remove(at(round));
      write(`news/renamed-${round}`, story);
    },
    "post removed": (round) => remove(`news/new-${round}`),
    "name of an author": (round) =>
      change("authors/a-3", (content) => Object.assign(content, { name: `Name ${round}` })),
  };
}

/** Changes the markup of a block of the site. */
function code(block, round) {
  const file = join(site.dir, "blocks", block, `${block}.tsx`);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(return \(?\s*<\w+)/, `$1 data-round-${round}=""`));
}

function rowOf(builds) {
  const [{ report }] = builds.slice(-1);
  return {
    "wall ms": Math.round(medianOf(builds.map(({ ms }) => ms))),
    "cpu ms": Math.round(medianOf(builds.map(({ cpu }) => cpu))),
    "peak MB": Math.round(Math.max(...builds.map(({ peak }) => peak))),
    pages: report?.pages.total,
    written: report?.pages.written,
  };
}
