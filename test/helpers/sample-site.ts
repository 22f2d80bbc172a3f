import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { keepBundles, takeBundles } from "./bundles.ts";
import { siteFolder } from "./run-folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/**
 * The generated sample site, made once per test run: workers are threads of one process, so the first to come
 * generates and the others wait. `base` gives the site below another path.
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

function claim(folder: string): boolean {
  try {
    mkdirSync(resolve(folder, ".."), { recursive: true });
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
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
    site: { origin: "https://www.werklicht.example", base, companyName: "Werklicht", platformName: "Lumen" },
    contact: { endpoint: "/contact-form" },
    redirects,
    hosts: ["serve", "nginx", "apache"],
  };
  writeFileSync(config, JSON.stringify(own));
  // Responsive variants take most of a first build; those of an earlier one in this folder serve as well.
  const assets = join(ROOT, ".sitegen", "assets");
  if (existsSync(assets)) cpSync(assets, join(folder, "state", "assets"), { recursive: true });
  const args = [
    "bin/sitegen.mjs",
    "generate",
    "--config",
    config,
    "--out",
    out,
    "--state",
    join(folder, "state"),
    "--quiet",
  ];
  takeBundles(join(folder, "state"));
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, NODE_ENV: "production" } });
  keepBundles(join(folder, "state"));
}
