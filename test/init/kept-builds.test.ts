/**
 * What hosts keep between builds, step by step as the templates say, each build in an empty folder: the second one is warm,
 * and another branch's build is not used.
 */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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
  mkdirSync(repository);
});
afterEach(async () => {
  await service.close();
  folder.remove();
});

/** The files that `init --ci` writes, with a space of their own that is served elsewhere. */
async function init(ci: string) {
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

function shell(
  command: string,
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; out: string }> {
  const access = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const child = spawn("sh", ["-c", command], { cwd, env: commandEnvironment({ ...access, ...env }) });
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

describe("ci/kept-build.sh, as Vercel and Cloudflare call it", () => {
  test.each([
    [
      "vercel",
      "node_modules/.cache/sitegen",
      (dir: string) => String(JSON.parse(readFileSync(join(dir, "vercel.json"), "utf8")).buildCommand),
    ],
    ["cloudflare", "home/.npm/sitegen", () => 'HOME=$PWD/home; sh ci/kept-build.sh "$HOME/.npm/sitegen" "$BRANCH"'],
  ])("%s", { timeout: 240_000 }, async (host, kept, commandOf) => {
    await init(host);
    const build = async (name: string, branch: string, from?: string) => {
      const dir = machine(name);
      if (from !== undefined) cpSync(join(folder.dir, from, kept), join(dir, kept), { recursive: true });
      const { code, out } = await shell(commandOf(dir), dir, { BRANCH: branch, VERCEL_GIT_COMMIT_REF: branch });
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
  });
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

test.each(["github", "gitlab"])("%s's steps around its cache", { timeout: 240_000 }, async (ci) => {
  await init(ci);
  const { paths, script } = keptAndRun(ci, "pages");
  expect(paths).toEqual([".sitegen", "out"]);
  expect(script).toContain("npx sitegen generate");
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
});

test.each(Object.keys(FILES))(
  "%s with a target: each build is in an empty folder, and makes what changed alone",
  {
    timeout: 240_000,
  },
  async (ci) => {
    await init(ci);
    const { paths, script } = keptAndRun(ci, "target");
    expect([paths, script]).toEqual([[], expect.stringContaining("sitegen deploy")]);
    const target = join(folder.dir, "www");
    const key = { SITEGEN_STATE_KEY: "0123456789abcdef0123456789abcdef" };
    const build = async (name: string) => {
      const dir = machine(name);
      const { code, out } = await shell(script, dir, { TARGET: target, ...key });
      expect([code, out]).toEqual([0, expect.any(String)]);
      return { pages: written(out), page: readFileSync(join(target, "index.html"), "utf8") };
    };
    const first = await build("first");
    expect(first.pages?.written).toBe(first.pages?.total);
    publish("Published");
    const next = await build("next");
    expect([next.pages?.written, next.page.includes("Published")]).toEqual([1, true]);
  },
);

test("Netlify's plugin with Netlify's own cache", { timeout: 240_000 }, async () => {
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
