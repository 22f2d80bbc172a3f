/** Every option of every command is used by some test that runs the command. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { createProgram } from "../../cli/program.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { type Command, command } from "../serve/command.ts";

const streams = { stdout: process.stdout, stderr: process.stderr, env: {} };
const program = createProgram(
  { streams, cwd: ".", signal: new AbortController().signal, onFailure: () => undefined },
  () => undefined,
);
const texts = fg
  .sync("test/{cli,deploy,doctor,generate,init,serve,state,verify}/*.ts", { cwd: ROOT })
  .map((file) => readFileSync(join(ROOT, file), "utf8"))
  .filter((text) => /from "[^"]*\/(run-cli|run-here|command|machines)\.ts"/.test(text));

test.each(program.commands.map((one) => [one.name(), one.options.map(({ long }) => long ?? "")] as const))(
  "%s",
  (name, options) => {
    const about = texts.filter((text) => text.includes(`"${name}"`) || text.includes(`command(["${name}"`));
    expect(options.filter((option) => !about.some((text) => text.includes(`"${option}`)))).toEqual([]);
  },
);

test("no option and no argument takes a secret", () => {
  const named = program.commands.flatMap((one) => [
    ...one.options.filter(({ required, optional }) => required || optional).map(({ long }) => `${one.name()} ${long}`),
    ...one.registeredArguments.map((argument) => `${one.name()} ${argument.name()}`),
  ]);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((name) => /token|secret|password|passphrase|credential|(^|\W)key/i.test(name))).toEqual([]);
});

const folder = temporaryFolder();
let service: SpaceService;
let running: Command | undefined;
beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/preview");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const config = { site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify({ definition: SAMPLE, ...config }));
});
afterAll(async () => {
  await running?.interrupt();
  await service.close();
  folder.remove();
});

function generate(...args: string[]) {
  const { endpoint, token, previewToken } = service;
  const env = { STORYBLOK_ENDPOINT: endpoint, STORYBLOK_TOKEN: token, STORYBLOK_PREVIEW_TOKEN: previewToken };
  return runHere(["generate", ...args], { cwd: folder.dir, env });
}

describe("what no other test needs", () => {
  test("generate --draft builds stories that were never published, generate does not", async () => {
    const published = await generate("--quiet", "--state", "state", "--out", "out");
    expect([published.code, published.stdout]).toEqual([0, ""]);
    expect((await generate("--draft", "--quiet", "--out", "drafts", "--state", "draft-state")).code).toBe(0);
    const pages = (out: string) => Object.keys(filesOf(join(folder.dir, out)));
    expect(pages("out")).not.toContain("company/unborn/index.html");
    expect(pages("drafts")).toContain("company/unborn/index.html");
  });

  test("generate --full asks for everything again and writes nothing that is the same", async () => {
    const usual = JSON.parse((await generate("--json", "--state", "state")).stdout);
    const full = JSON.parse((await generate("--json", "--state", "state", "--full")).stdout);
    expect(usual.requests.total).toBe(1);
    expect(full.requests.total).toBeGreaterThan(5);
    expect([full.buildId, full.pages.written]).toEqual([usual.buildId, 0]);
  });

  test("generate --verbose says more, --quiet nothing that is no problem", async () => {
    const [verbose, plain] = [await generate("--verbose", "--state", "state"), await generate("--state", "state")];
    expect(verbose.stderr.length).toBeGreaterThanOrEqual(plain.stderr.length);
    const forced = await generate("--quiet", "--full", "--state", "state");
    expect(forced.stderr).not.toMatch(/Published|Rendering|Problems/);
  });

  exhaustiveOnly(() => {
    test("space and serve listen where --host says, --quiet keeps them silent", async () => {
      const space = command(["space", "--port", "0", "--host", "127.0.0.2", "--quiet"], { cwd: folder.dir });
      running = space;
      const [, endpoint = ""] = await space.line(
        /STORYBLOK_ENDPOINT=(http:\/\/127\.0\.0\.2:\d+\/v2)\n[\s\S]*SPACE_ID=\d+\n/,
      );
      const token = /STORYBLOK_TOKEN=(.*)/.exec(space.stdout())?.[1];
      expect((await fetch(`${endpoint}/cdn/spaces/me?token=${token}`)).status).toBe(200);
      expect([await space.interrupt(), space.stderr().trim()]).toEqual([130, "Stopping."]);

      mkdirSync(join(folder.dir, "ready/_assets/builds"), { recursive: true });
      writeFileSync(join(folder.dir, "ready/_assets/builds/latest.json"), "{}"); // what tells a finished build
      writeFileSync(join(folder.dir, "ready/index.html"), "a page");
      const args = ["serve", "--port", "0", "--host", "127.0.0.2", "--out", "ready", "--config", "sitegen.config.json"];
      const site = command([...args, "--quiet", "--verbose"], { cwd: folder.dir });
      running = site;
      const [, origin = ""] = await site.line(/^(http:\/\/127\.0\.0\.2:\d+)\/\n/);
      expect(await (await fetch(`${origin}/`)).text()).toBe("a page");
      expect(await site.interrupt()).toBe(130);
    });
  });

  test("listen --host", async () => {
    const env = {
      STORYBLOK_ENDPOINT: service.endpoint,
      STORYBLOK_TOKEN: service.token,
      STORYBLOK_WEBHOOK_SECRET: "secret",
    };
    const args = ["listen", "--port", "0", "--host", "127.0.0.2", "--state", "state", "--out", "out"];
    const listener = command(args, { cwd: folder.dir, env });
    running = listener;
    const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.2:\d+\/)\n/);
    expect((await fetch(url)).status).toBe(200);
    expect(await listener.interrupt()).toBe(130);
  });
});
