/**
 * What hosts keep between builds, step by step as the templates say, each build in an empty folder: the second one is warm,
 * and another branch's build is not used.
 */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { commandEnvironment, ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";

let folder: ReturnType<typeof temporaryFolder>;
let service: SpaceService;
let repository: string;
beforeEach(async () => {
  folder = temporaryFolder();
  repository = join(folder.dir, "repository");
});
afterEach(async () => {
  await service.close();
  folder.remove();
});

/** The files that `init --ci` writes, with a space of their own that is served elsewhere. */
async function init(ci: string) {
  if (existsSync(repository)) await service.close();
  rmSync(repository, { recursive: true, force: true });
  mkdirSync(repository);
  expect((await runHere(["init", "--yes", "--ci", ci], { cwd: repository })).code).toBe(0);
  cpSync(join(repository, "space"), join(folder.dir, "space"), { recursive: true });
  rmSync(join(repository, "space"), { recursive: true });
  service = await startSpaceService({ dir: join(folder.dir, "space"), watch: false, quiet: true });
}

/** A machine that has just checked the repository out and installed what it needs. */
function machine(name: string): string {
  const dir = join(folder.dir, name);
  rmSync(dir, { recursive: true, force: true });
  cpSync(repository, dir, { recursive: true });
  mkdirSync(join(dir, "node_modules/.bin"), { recursive: true });
  symlinkSync(ROOT, join(dir, "node_modules/sitegen-storyblok"));
  const program = join(dir, "node_modules/.bin/sitegen");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/bin/sitegen.mjs" "$@" --json\n`);
  chmodSync(program, 0o755);
  return dir;
}

/** Runs a command with an `npx` of its own: npm's finds the same program in twice the time of a small build. */
function shell(
  command: string,
  cwd: string,
  env: Record<string, string> = {},
  npx = 'exec "node_modules/.bin/$@"',
): Promise<{ code: number | null; out: string }> {
  writeFileSync(join(folder.dir, "npx"), `#!/bin/sh\n${npx}\n`, { mode: 0o755 });
  const PATH = `${folder.dir}:${process.env.PATH}`;
  const access = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const child = spawn("sh", ["-c", command], { cwd, env: commandEnvironment({ ...access, PATH, ...env }) });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      out += data;
    });
  return new Promise((done) => child.on("close", (code) => done({ code, out })));
}

const written = (out: string) =>
  (JSON.parse(/^\{.*\}$/m.exec(out)?.[0] ?? "{}") as { pages?: { total: number; written: number } }).pages;

function publish(headline: string): void {
  service.publish("home", ({ content }) => {
    const [hero] = content.body as { headline: string }[];
    if (hero) hero.headline = headline;
  });
}

test("ci/kept-build.sh, as Vercel calls it, and the same one for Cloudflare", async () => {
  await init("vercel");
  const { buildCommand } = JSON.parse(readFileSync(join(repository, "vercel.json"), "utf8"));
  const kept = "node_modules/.cache/sitegen";
  const build = async (name: string, branch: string, from?: string) => {
    const dir = machine(name);
    if (from !== undefined) cpSync(join(folder.dir, from, kept), join(dir, kept), { recursive: true });
    const { code, out } = await shell(buildCommand, dir, { VERCEL_GIT_COMMIT_REF: branch });
    expect([code, out]).toEqual([0, expect.any(String)]);
    return { out, pages: written(out), page: readFileSync(join(dir, "out/index.html"), "utf8") };
  };
  const first = await build("first", "main");
  expect([first.pages, first.out.includes("begins anew")]).toEqual([
    { ...first.pages, written: first.pages?.total },
    true,
  ]);
  publish("Published");
  const next = await build("next", "main", "first");
  expect([next.pages?.written, next.page.includes("Published"), next.out.includes("anew")]).toEqual([1, true, false]);
  const other = await build("other", "a-branch", "next");
  expect([other.pages?.written, other.out.includes("begins anew")]).toEqual([other.pages?.total, true]);

  const elsewhere = join(folder.dir, "cloudflare");
  mkdirSync(elsewhere);
  expect((await runHere(["init", "--yes", "--ci", "cloudflare"], { cwd: elsewhere })).code).toBe(0);
  const [one, same] = [repository, elsewhere].map((dir) => readFileSync(join(dir, "ci/kept-build.sh"), "utf8"));
  expect(same).toBe(one);
});

interface Step {
  run?: string;
  script?: string;
  if?: string;
  with?: { path?: string };
  inputs?: { path?: string };
}

const FILES: Record<string, string> = {
  github: ".github/workflows/site.yml",
  gitlab: ".gitlab-ci.yml",
  azure: "azure-pipelines.yml",
  bitbucket: "bitbucket-pipelines.yml",
};

/** What a file keeps and runs after `npm ci`: for the host's own pages, or for a target. */
function keptAndRun(ci: string, goesTo: "pages" | "target"): { paths: string[]; script: string } {
  const { jobs, pages, site, steps, pipelines } = parse(readFileSync(join(repository, FILES[ci] ?? ""), "utf8"));
  const job = goesTo === "pages" ? pages : site;
  const lines: string[] | undefined = job?.script ?? pipelines?.branches.main[0].step.script;
  const all: Step[] = steps ?? jobs?.build.steps ?? lines?.map((run) => ({ run }));
  const runsHere = ({ if: condition = "" }: Step) => {
    if (condition === "vars.SSH_KNOWN_HOSTS != ''") return false;
    if (condition.includes("vars.TARGET == ''")) return goesTo === "pages" && !/DEPLOY|PROJECT/.test(condition);
    return !condition.includes("vars.TARGET != ''") || goesTo === "target";
  };
  const here = all.filter(runsHere);
  const named: string[] = job?.cache?.paths ?? here.map((one) => one.inputs?.path ?? one.with?.path ?? "");
  const kept = named.flatMap((text) => text.trim().split(/\s+/));
  const runs = here.map(({ run, script }) => run ?? script ?? "");
  return {
    paths: [...new Set(kept)].filter((path) => [".sitegen", "out"].includes(path)),
    script: ["set -e", ...runs.filter((run) => !/^npm ci|sitegen verify/.test(run))].join("\n"),
  };
}

/** What a host's steps call, in a folder of their own with the files of `init`. */
async function called(ci: string, goesTo: "pages" | "target", env: Record<string, string> = {}) {
  const { paths, script } = keptAndRun(ci, goesTo);
  const { code, out } = await shell(script, machine("called"), env, 'echo "$@"; mkdir -p out');
  expect([code, out]).toEqual([0, expect.any(String)]);
  return { paths, calls: out.trim().split("\n") };
}

test("GitHub's steps around its cache, and GitLab's, which keep and call the same", async () => {
  await init("github");
  const { paths, script } = keptAndRun("github", "pages");
  expect(paths).toEqual([".sitegen", "out"]);
  const archive = join(folder.dir, "cache.tar");
  const build = async (name: string) => {
    const dir = machine(name);
    const restore = existsSync(archive) ? `tar -xf ${archive}\n` : "";
    const { code, out } = await shell(`${restore}${script}\ntar -cf ${archive} ${paths.join(" ")}`, dir);
    expect([code, out]).toEqual([0, expect.any(String)]);
    return { pages: written(out), page: readFileSync(join(dir, "out/index.html"), "utf8") };
  };
  const first = await build("first");
  expect(first.pages?.written).toBe(first.pages?.total);
  publish("Published");
  const next = await build("next");
  expect([next.pages?.written, next.page.includes("Published")]).toEqual([1, true]);

  expect(await called("github", "pages")).toEqual({ paths, calls: ["sitegen generate", "sitegen check --offline"] });
  await init("gitlab");
  expect(await called("gitlab", "pages")).toEqual({ paths, calls: ["sitegen generate"] });
});

test("with a target each build is in an empty folder, and makes what changed alone; every host's steps call the same", async () => {
  await init("github");
  const { script } = keptAndRun("github", "target");
  const target = join(folder.dir, "www");
  const env = { TARGET: target, SITEGEN_STATE_KEY: "0123456789abcdef0123456789abcdef" };
  const build = async (name: string) => {
    const { code, out } = await shell(script, machine(name), env);
    expect([code, out]).toEqual([0, expect.any(String)]);
    return { pages: written(out), page: readFileSync(join(target, "index.html"), "utf8") };
  };
  const first = await build("first");
  expect(first.pages?.written).toBe(first.pages?.total);
  publish("Published");
  const next = await build("next");
  expect([next.pages?.written, next.page.includes("Published")]).toEqual([1, true]);

  const calls = [`sitegen generate --from ${target}`, `sitegen deploy ${target}`];
  for (const ci of Object.keys(FILES)) {
    if (ci !== "github") await init(ci);
    expect([ci, await called(ci, "target", env)]).toEqual([ci, { paths: [], calls }]);
  }
});

test("Netlify's plugin with Netlify's own cache", async () => {
  await init("netlify");
  const build = async (name: string, branch: string) => {
    const dir = machine(name);
    // What Netlify's build does: the plugin's events around the command, with its cache outside of the folder.
    const runner = join(folder.dir, "runner.mjs");
    writeFileSync(
      runner,
      `import { bindOpts } from ${JSON.stringify(join(ROOT, "node_modules/@netlify/cache-utils/lib/main.js"))};
const plugin = await import(${JSON.stringify(join(dir, "netlify/sitegen-cache/index.js"))});
const cache = bindOpts({ cacheDir: ${JSON.stringify(join(folder.dir, "netlify-cache"))} });
await plugin[process.argv[2]]({ utils: { cache } });
`,
    );
    const steps = `node ${runner} onPreBuild && npx sitegen generate && node ${runner} onPostBuild`;
    const { code, out } = await shell(steps, dir, { BRANCH: branch });
    expect([code, out]).toEqual([0, expect.any(String)]);
    return { pages: written(out), page: readFileSync(join(dir, "out/index.html"), "utf8") };
  };
  const first = await build("site", "main");
  expect(first.pages?.written).toBe(first.pages?.total);
  publish("Published");
  const next = await build("site", "main");
  expect([next.pages?.written, next.page.includes("Published")]).toEqual([1, true]);
  const other = await build("site", "a-branch");
  expect([other.pages?.written, existsSync(join(folder.dir, "site/.sitegen"))]).toEqual([other.pages?.total, true]);
});
