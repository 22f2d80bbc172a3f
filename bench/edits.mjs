// What a publish takes on a space that is not the sample's: `node bench/edits.mjs [--stories 2500] [--runs 3]`. Sets a site
// up with `init --from-space`, builds it, and edits the space's files as an editor would. Prints the median wall and
// processor time, the peak memory and the pages of the build after each kind of edit. The times are not judged. Requests
// go out as fast as the default configuration allows.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { measureProgram, medianOf } from "./measure-program.mjs";
import { writeNewsSpace, writeStory } from "./space/news-space.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const runs = Number(option("runs", "3"));

const work = mkdtempSync(join(tmpdir(), "sitegen-edits-"));
const folders = { space: join(work, "space"), site: join(work, "site") };
const posts = writeNewsSpace(folders.space, Number(option("stories", "2500")));
installPackages();
const service = await serveSpace();
const run = (command, ...args) =>
  measureProgram([join(root, "bin/sitegen.mjs"), command, ...args], {
    ...{ cwd: folders.site, env: { ...process.env, ...service.env }, watched: true },
  });
try {
  await run("init", "--from-space", "--yes");
  const rows = { "clean build": rowOf([await run("generate")]) };
  for (const [name, edit] of Object.entries(edits())) {
    const builds = [];
    for (let round = 0; round < runs; round += 1) {
      const before = await service.version();
      edit(round);
      while (!/^nothing|^code /.test(name) && (await service.version()) === before) await sleep(50);
      builds.push(await run("generate"));
    }
    rows[name] = rowOf(builds);
    console.log(name, JSON.stringify(rows[name]));
  }
  console.table(rows);
} finally {
  service.close();
  rmSync(work, { recursive: true, force: true });
}

/** Each edit, by the number of the run. */
function edits() {
  const change = (slug, of) => {
    const story = storyOf(slug);
    of(story.content, story);
    writeStory(folders.space, slug, story);
  };
  const at = (round) => posts[100 + round];
  const picture = (round) => ({ component: "card", title: "New", image: { $asset: `gone/new-${round}.png`, alt: "" } });
  return {
    nothing: () => undefined,
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
    "new post": (round) =>
      writeStory(folders.space, `news/new-${round}`, { ...storyOf(posts[round]), uuid: undefined }),
    "post renamed": (round) => {
      const story = storyOf(at(round));
      rmSync(fileOf(at(round)));
      writeStory(folders.space, `news/renamed-${round}`, story);
    },
    "post removed": (round) => rmSync(fileOf(`news/new-${round}`)),
    "name of an author": (round) =>
      change("authors/a-3", (content) => Object.assign(content, { name: `Name ${round}` })),
  };
}

/** Changes the markup of a block of the site. */
function code(block, round) {
  const file = join(folders.site, "blocks", block, `${block}.tsx`);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(return \(?\s*<\w+)/, `$1 data-round-${round}=""`));
}

function fileOf(slug) {
  return join(folders.space, "stories", `${slug}.json`);
}

function storyOf(slug) {
  return JSON.parse(readFileSync(fileOf(slug), "utf8"));
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

/** The package and React, as `npm install` would put them there. */
function installPackages() {
  const modules = join(folders.site, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(root, join(modules, "sitegen-storyblok"));
  for (const name of ["react", "react-dom"]) symlinkSync(join(root, "node_modules", name), join(modules, name));
}

/** `sitegen space` over the folder; its version changes when it has taken in a saved file. */
async function serveSpace() {
  const args = [join(root, "bin/sitegen.mjs"), "space", "--dir", folders.space, "--port", "0", "--no-rate-limit"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const env = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [key, value] = line.split("=");
    env[key] = value;
    if (key === "STORYBLOK_SPACE_ID") break;
  }
  const version = async () => {
    const answer = await fetch(`${env.STORYBLOK_ENDPOINT}/cdn/spaces/me?token=${env.STORYBLOK_TOKEN}`);
    return (await answer.json()).space.version;
  };
  return { env, version, close: () => child.kill() };
}
