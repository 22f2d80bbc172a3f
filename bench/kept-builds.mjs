// Times the CI templates: each build in an empty folder, with and without what the host keeps, after one publish each.
//   node bench/kept-builds.mjs                   prints the table of docs/ci.md (without checkout and `npm ci`)
//   node bench/kept-builds.mjs --stories 5000    other sizes, in two languages; default: 1000
// Each cell is the time by the clock and the processor time of all processes.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundleService } from "./bundle-programs.mjs";
import { numberOption } from "./options.mjs";
import { childrenCpu } from "./process-tree.mjs";
import { startSpace, writeConfig } from "./space-process.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const SITEGEN = join(ROOT, "bin/sitegen.mjs");
const top = mkdtempSync(join(tmpdir(), "sitegen-hosts-"));
const run = (file, args, cwd, env) =>
  execFileSync(file, args, { cwd, env: { ...process.env, CI: "1", ...env }, stdio: ["ignore", "pipe", "pipe"] });

await bundleService(ROOT);
const space = await startSpace(ROOT, numberOption("stories", 1000));
const access = { STORYBLOK_ENDPOINT: space.endpoint, STORYBLOK_TOKEN: space.token };
const publish = () => space.edit("story");

const repository = join(top, "repository");
mkdirSync(repository);
writeConfig(ROOT, repository);
for (const name of ["kept-build.sh", "netlify-cache.js"])
  cpSync(join(ROOT, "templates/ci", name), join(repository, name));

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
const HOSTS = {
  "GitHub or GitLab, to its Pages": archive,
  "Vercel, Cloudflare Pages": script,
  Netlify: plugin,
};

/** Nothing is kept; the build begins with the state that the last deploy left at the target. */
const target = join(top, "target/www");
const fromTarget = {
  restore: () => undefined,
  build: (dir, env) => run(process.execPath, [SITEGEN, "generate", "--quiet", "--from", target], dir, env),
  save: () => undefined,
};

function machine() {
  const dir = join(top, "machine");
  rmSync(dir, { recursive: true, force: true });
  cpSync(repository, dir, { recursive: true });
  mkdirSync(join(dir, "node_modules/.bin"), { recursive: true });
  symlinkSync(ROOT, join(dir, "node_modules/sitegen-storyblok"));
  symlinkSync(SITEGEN, join(dir, "node_modules/.bin/sitegen"));
  return dir;
}

function build(steps) {
  const dir = machine();
  const [began, cpu] = [performance.now(), childrenCpu()];
  steps.restore(dir);
  steps.build(dir, access);
  steps.save(dir);
  return `${((performance.now() - began) / 1000).toFixed(1)} s (${(childrenCpu() - cpu).toFixed(1)})`;
}

try {
  console.log("| host | first build | next publish cold | next publish warm |\n|---|---|---|---|");
  for (const [host, stepsOf] of Object.entries(HOSTS)) {
    const kept = join(top, host.replace(/\W+/g, "-"));
    const first = build(stepsOf(kept));
    await publish();
    const cold = build(stepsOf(`${kept}-cold`));
    await publish();
    console.log(`| ${host} | ${first} | ${cold} | ${build(stepsOf(kept))} |`);
  }
  const deploy = () => run(process.execPath, [SITEGEN, "deploy", target, "--quiet"], join(top, "machine"));
  const first = build(fromTarget);
  deploy();
  await publish();
  const cold = build(fromTarget);
  deploy();
  await publish();
  console.log(`| GitHub, GitLab, Bitbucket, Azure, with TARGET | ${first} | ${cold} | ${build(fromTarget)} |`);
} finally {
  space.close();
  rmSync(top, { recursive: true });
}
