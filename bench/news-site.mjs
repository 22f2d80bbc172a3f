// A site over the news space, as `init --from-space` makes it, and an editor of its stories.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { measureProgram } from "./measure-program.mjs";
import { addProducts, serveProducts } from "./products.mjs";
import { writeNewsSpace, writeStory } from "./space/news-space.mjs";

/**
 * `run` runs a command of sitegen in the site's folder, `service` is `sitegen space` over the stories. With products the
 * posts have the number of one, and the site a source of them.
 */
export async function openNewsSite(root, stories, products = 0) {
  const work = mkdtempSync(join(tmpdir(), "sitegen-news-"));
  const folders = { space: join(work, "space"), site: join(work, "site") };
  const posts = writeNewsSpace(folders.space, stories, products);
  installPackages(root, folders.site);
  const service = await serveSpace(root, folders.space);
  const shop = products > 0 ? await serveProducts(products) : null;
  const run = (command, ...args) =>
    measureProgram([join(root, "bin/sitegen.mjs"), command, ...args], {
      ...{ cwd: folders.site, env: { ...process.env, ...service.env, ...shop?.env }, watched: true },
    });
  await run("init", "--from-space", "--yes");
  if (shop) addProducts(folders.site);
  const fileOf = (slug) => join(folders.space, "stories", `${slug}.json`);
  const storyOf = (slug) => JSON.parse(readFileSync(fileOf(slug), "utf8"));
  const write = (slug, story) => writeStory(folders.space, slug, story);
  return {
    ...{ posts, dir: folders.site, service, shop, run, storyOf, write },
    /** Publishes a story with what `of` does to its content. */
    change(slug, of) {
      const story = storyOf(slug);
      of(story.content, story);
      write(slug, story);
    },
    remove: (slug) => rmSync(fileOf(slug)),
    close() {
      service.close();
      shop?.close();
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** The package and React, as `npm install` would put them there. */
function installPackages(root, site) {
  const modules = join(site, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(root, join(modules, "sitegen-storyblok"));
  for (const name of ["react", "react-dom"]) symlinkSync(join(root, "node_modules", name), join(modules, name));
}

/** `sitegen space` over the folder; its version changes when it has taken in a saved file. */
async function serveSpace(root, dir) {
  const args = [join(root, "bin/sitegen.mjs"), "space", "--dir", dir, "--port", "0", "--no-rate-limit"];
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
