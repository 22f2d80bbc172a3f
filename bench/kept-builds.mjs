// Times the CI templates: each build in an empty folder, with and without what the host keeps, after one publish each.
//   node bench/kept-builds.mjs              prints the table of docs/ci.md (without checkout and `npm ci`)
//   node bench/kept-builds.mjs --pictures   with pictures that are made here instead of by the content service
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const SITEGEN = join(ROOT, "bin/sitegen.mjs");
const top = mkdtempSync(join(tmpdir(), "sitegen-hosts-"));
const run = (file, args, cwd, env) =>
  execFileSync(file, args, { cwd, env: { ...process.env, CI: "1", ...env }, stdio: ["ignore", "pipe", "pipe"] });

const repository = join(top, "repository");
mkdirSync(repository);
run(process.execPath, [SITEGEN, "init", "--sample", "--yes"], repository);
if (!process.argv.includes("--pictures")) {
  const config = join(repository, "sitegen.config.ts");
  writeFileSync(config, readFileSync(config, "utf8").replace("  site: {", '  assets: "remote",\n  site: {'));
}
cpSync(join(repository, "space"), join(top, "space"), { recursive: true });
rmSync(join(repository, "space"), { recursive: true });
for (const name of ["kept-build.sh", "netlify-cache.js"])
  cpSync(join(ROOT, "templates/ci", name), join(repository, name));

const service = spawn(process.execPath, [
  SITEGEN,
  "space",
  "--dir",
  join(top, "space"),
  "--port",
  "0",
  "--no-rate-limit",
]);
const access = await new Promise((done) => {
  let text = "";
  service.stdout.on("data", (data) => {
    text += data;
    if (text.includes("STORYBLOK_SPACE_ID"))
      done(
        Object.fromEntries(
          text
            .trim()
            .split("\n")
            .map((line) => line.split("=")),
        ),
      );
  });
});

/** Restores, builds, saves, in a folder that has only the repository. */
const archive = (kept) => ({
  restore: (dir) => existsSync(`${kept}.tar.gz`) && run("tar", ["-xzf", `${kept}.tar.gz`], dir),
  build: (dir, env) => run(process.execPath, [SITEGEN, "generate", "--quiet"], dir, env),
  save: (dir) => run("tar", ["-czf", `${kept}.tar.gz`, ".sitegen", "out"], dir),
});
const script = (kept) => ({
  restore: (dir) => existsSync(kept) && cpSync(kept, join(dir, "kept"), { recursive: true }),
  build: (dir, env) => run("sh", ["kept-build.sh", "kept", "main"], dir, env),
  save: (dir) => cpSync(join(dir, "kept"), kept, { recursive: true }),
});
const plugin = (kept) => {
  const call = (event) => (dir) => {
    const code = `const { bindOpts } = await import(${JSON.stringify(join(ROOT, "node_modules/@netlify/cache-utils/lib/main.js"))});
      const plugin = await import(${JSON.stringify(join(dir, "netlify-cache.js"))});
      await plugin[${JSON.stringify(event)}]({ utils: { cache: bindOpts({ cacheDir: ${JSON.stringify(kept)} }) } });`;
    run(process.execPath, ["--input-type=module", "-e", code], dir, { BRANCH: "main" });
  };
  return { restore: call("onPreBuild"), build: archive(kept).build, save: call("onPostBuild") };
};
const HOSTS = { "GitHub, GitLab, Azure": archive, "Vercel, Cloudflare Pages, Bitbucket": script, Netlify: plugin };

function build(steps) {
  const dir = join(top, "machine");
  rmSync(dir, { recursive: true, force: true });
  cpSync(repository, dir, { recursive: true });
  mkdirSync(join(dir, "node_modules/.bin"), { recursive: true });
  symlinkSync(ROOT, join(dir, "node_modules/sitegen-storyblok"));
  symlinkSync(SITEGEN, join(dir, "node_modules/.bin/sitegen"));
  const began = performance.now();
  steps.restore(dir);
  steps.build(dir, access);
  steps.save(dir);
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

async function publish(text) {
  const file = join(top, "space/stories/home.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(/("meta_title": ")[^"]*/, `$1${text}`));
  await new Promise((done) => setTimeout(done, 500));
}

try {
  console.log("| host | first build | next publish cold | next publish warm |\n|---|---|---|---|");
  for (const [host, stepsOf] of Object.entries(HOSTS)) {
    const kept = join(top, host.replace(/\W+/g, "-"));
    const first = build(stepsOf(kept));
    await publish(`Cold ${host}`);
    const cold = build(stepsOf(`${kept}-cold`));
    await publish(`Warm ${host}`);
    const warm = build(stepsOf(kept));
    console.log(`| ${host} | ${first} | ${cold} | ${warm} |`);
  }
} finally {
  service.kill();
  rmSync(top, { recursive: true });
}
