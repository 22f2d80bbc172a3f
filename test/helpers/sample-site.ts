import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import fg from "fast-glob";
import { keepBundles, takeBundles } from "./bundles.ts";
import { IS_EXHAUSTIVE } from "./exhaustive.ts";
import { claim, siteFolder } from "./run-folder.ts";
import { sampleSpace } from "./sample-space.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/**
 * The generated sample site, created once per test run: the first worker generates it and the others wait. `base`
 * generates it for another base path, with stylesheets in groups, so that both divisions are tested.
 */
export async function sampleSite({ base = "/" } = {}): Promise<string> {
  const folder = join(siteFolder(), base === "/" ? "root" : base.replaceAll("/", "_"));
  const out = join(folder, "out");
  const done = join(folder, "done");
  if (claim(folder)) {
    try {
      await generate({ folder, out, base });
      writeFileSync(done, "");
    } catch (error) {
      writeFileSync(done, String(error));
      throw error;
    }
  }
  while (!existsSync(done)) await setTimeout(100);
  if (!existsSync(join(out, "index.html"))) throw new Error("The sample site could not be generated.");
  return out;
}

const PICTURES = IS_EXHAUSTIVE ? "sample-assets" : "drawn-assets";

/** The sample's pictures in all sizes, which take most of a first build: kept between runs until one changes. */
const KEPT = join(ROOT, ".cache", `${PICTURES}-${namesAndSizes(join(ROOT, "templates/sample-space/assets"))}`);
const firstState = () => join(siteFolder(), "root/state");

/** Pictures made by `sitegen generate` in the checkout. A build verifies each before use. */
const BUILT = join(ROOT, ".sitegen/assets");

/** Copies the pictures of an earlier build into a state folder: an earlier run's, or those of this run's site. */
export async function takePictures(stateDir: string): Promise<void> {
  if (!existsSync(KEPT) && stateDir !== firstState()) await sampleSite();
  const found = [KEPT, ...(IS_EXHAUSTIVE ? [BUILT] : [])].find((folder) => existsSync(folder));
  if (found) cpSync(found, join(stateDir, "assets"), { recursive: true });
}

function namesAndSizes(folder: string): string {
  const files = fg.sync("**/*", { cwd: folder, stats: true }).map(({ path, stats }) => `${path} ${stats?.size}`);
  return createHash("sha1").update(files.sort().join("\n")).digest("hex").slice(0, 12);
}

function keepPictures(stateDir: string): void {
  if (existsSync(KEPT)) return;
  const copy = `${KEPT}-${process.pid}`;
  cpSync(join(stateDir, "assets"), copy, { recursive: true });
  renameSync(copy, KEPT);
}

async function generate({ folder, out, base }: { folder: string; out: string; base: string }): Promise<void> {
  const config = join(folder, "sitegen.config.json");
  const patterns = [
    { from: "/archive/*", to: "/insights/" },
    { from: "/jobs/:slug", to: "https://jobs.example/werklicht/:slug", status: 302 },
  ];
  const redirects = [join(ROOT, "templates/sample-space/redirects/*.csv"), ...patterns];
  const own = {
    definition: join(ROOT, "src/blocks/site.ts"),
    space: await sampleSpace(),
    stylesheets: base === "/" ? "single" : "grouped",
    site: { origin: "https://www.werklicht.example", base, companyName: "Werklicht", platformName: "Lumen" },
    contact: { endpoint: "/contact-form" },
    redirects,
    hosts: ["serve", "nginx", "apache"],
  };
  writeFileSync(config, JSON.stringify(own));
  const state = join(folder, "state");
  await takePictures(state);
  const folders = ["--config", config, "--out", out, "--state", state];
  const args = ["bin/sitegen.mjs", "generate", ...folders, "--quiet"];
  takeBundles(state);
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, NODE_ENV: "production" } });
  keepBundles(state);
  if (state === firstState()) keepPictures(state);
}
