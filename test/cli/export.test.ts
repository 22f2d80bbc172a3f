/** `sitegen export`: a space as a folder, which gives the same site again. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { type Command, command } from "../serve/command.ts";

const folder = temporaryFolder();
let service: SpaceService;
let copy: Command | undefined;

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const config = { site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify({ definition: SAMPLE, ...config }));
});
afterAll(async () => {
  await copy?.interrupt();
  await service.close();
  folder.remove();
});

const access = () => ({ STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token });
const run = (args: string[], env: Record<string, string> = access()) => runHere(args, { cwd: folder.dir, env });
const path = (name: string) => join(folder.dir, name);

test("space --dir on an export, and generate, give the same site", async () => {
  const original = await run(["generate", "--out", "first", "--state", "first-state"]);
  expect(original.code).toBe(0);
  const { code, stdout, stderr } = await run(["export", "--dir", "copy", "--assets", "--state", "first-state"]);
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr).toContain("✓ Exported 6 stories and 2 assets to copy");
  copy = command(["space", "--dir", "copy", "--port", "0", "--no-rate-limit"], { cwd: folder.dir });
  await copy.line(/SPACE_ID=\d+\n/);
  const lines = copy.stdout().trim().split("\n");
  const env = Object.fromEntries(lines.map((line) => line.split("=") as [string, string]));
  const again = await run(["generate", "--out", "second", "--state", "second-state"], env);
  expect(again.code).toBe(0);
  expect(siteOf("second")).toEqual(siteOf("first"));
  expect(Object.keys(siteOf("first"))).toEqual(expect.arrayContaining(["index.html", "de/_payload.json"]));
});

/** All but what names the assets' addresses at the content service: the editor's index, and with it the build. */
function siteOf(out: string): Record<string, string> {
  const entries = Object.entries(filesOf(path(out)));
  return Object.fromEntries(entries.filter(([file]) => !/^_assets\/(builds\/|preview-)/.test(file)));
}

test("a site's own folder of content is not written over", async () => {
  const dir = path("own");
  cpSync(join(ROOT, "test/fixtures/spaces/minimal"), join(dir, "space"), { recursive: true });
  writeFileSync(join(dir, "sitegen.config.json"), JSON.stringify({ definition: SAMPLE }));
  const before = filesOf(join(dir, "space"));
  const { code, stderr } = await runHere(["export"], { cwd: dir, env: {} });
  expect([code, stderr]).toEqual([1, expect.stringContaining("is the one whose content would be exported")]);
  expect(filesOf(join(dir, "space"))).toEqual(before);
});

test("no token and no machine's address is in the folder; it holds every asset or none", async () => {
  expect((await run(["export", "--dir", "bare", "--quiet"])).stderr).toBe("");
  const files = [...Object.keys(filesOf(path("copy"))), ...Object.keys(filesOf(path("bare")))];
  expect(files.filter((file) => file.startsWith("assets/")).length).toBe(2);
  const texts = (name: string) =>
    Object.keys(filesOf(path(name)))
      .filter((file) => file.endsWith(".json"))
      .map((file) => readFileSync(path(`${name}/${file}`), "utf8"))
      .join("");
  expect(texts("copy") + texts("bare")).not.toContain(service.token);
  expect(texts("copy")).not.toContain("127.0.0.1");
  expect(texts("bare")).toContain(`${new URL(service.endpoint).origin}/f/`);
});

describe("options", () => {
  test("--offline exports the last snapshot without a request; without one it says so", async () => {
    const gone = { ...access(), STORYBLOK_ENDPOINT: "http://127.0.0.1:9/v2" };
    const offline = await run(["export", "--offline", "--dir", "offline", "--state", "first-state"], gone);
    expect([offline.code, existsSync(path("offline/stories/home.json"))]).toEqual([0, true]);
    const none = await run(["export", "--offline", "--dir", "never", "--state", "nothing"], gone);
    expect([none.code, none.stderr.includes("SNAPSHOT_MISSING"), existsSync(path("never"))]).toEqual([1, true, false]);
  });

  test("an earlier export is replaced, a folder of other files and a file are left alone", async () => {
    writeFileSync(path("copy/stories/left-over.json"), "{}");
    expect((await run(["export", "--dir", "copy", "--assets"])).code).toBe(0);
    expect(existsSync(path("copy/stories/left-over.json"))).toBe(false);
    mkdirSync(path("other"));
    writeFileSync(path("other/mine.txt"), "mine");
    writeFileSync(path("file"), "mine");
    for (const dir of ["other", "file", "file/below"]) {
      const { code, stderr } = await run(["export", "--dir", dir]);
      expect([dir, code, stderr.includes("EXPORT_FAILED")]).toEqual([dir, 1, true]);
    }
    expect([readdirSync(path("other")), readFileSync(path("file"), "utf8")]).toEqual([["mine.txt"], "mine"]);
  });

  test("a wrong token, a mistyped option, a missing configuration, colours", async () => {
    const refused = await run(["export", "--state", "wrong"], { ...access(), STORYBLOK_TOKEN: "wrong" });
    expect([refused.code, refused.stderr.includes("FETCH_UNAUTHORIZED")]).toEqual([5, true]);
    const mistyped = await run(["export", "--asets"]);
    expect([mistyped.code, mistyped.stderr.includes("--assets")]).toEqual([2, true]);
    expect((await run(["export", "--config", "none.json"])).code).toBe(2);
    const plain = await run(["export", "--dir", "copy"], { ...access(), FORCE_COLOR: "1", NO_COLOR: "1" });
    const forced = await run(["export", "--dir", "copy"], { ...access(), FORCE_COLOR: "1" });
    expect([plain, forced].map(({ stderr }) => stderr.includes("\u001b["))).toEqual([false, true]);
  });

  test("--verbose lists every problem", async () => {
    const filename = (index: number) => `/f/100200/1x1/aa/lost-${index}.png`;
    service.publish("home", (story) => {
      const hero = (index: number) => ({
        component: "HeroTextImage",
        image: { fieldtype: "asset", filename: filename(index) },
      });
      story.content.body = Array.from({ length: 8 }, (_, index) => hero(index));
    });
    const brief = await run(["export", "--dir", "lost", "--assets"]);
    const whole = await run(["export", "--dir", "lost", "--assets", "--verbose"]);
    expect([brief.code, brief.stderr.includes("… and 3 more"), whole.stderr.includes("more")]).toEqual([
      0,
      true,
      false,
    ]);
    expect(whole.stderr.match(/lost-\d\.png/g)?.length).toBe(8);
  });

  test("Ctrl-C ends with 130 and leaves no folder", async () => {
    service.faults.push({ match: "stories", times: 99, kind: "stall-headers" });
    const args = ["export", "--dir", "interrupted", "--state", "interrupted-state"];
    const { code } = await runCli(args, { cwd: folder.dir, env: access(), interruptAfter: /Reading the space/ });
    service.faults.length = 0;
    expect([code, existsSync(path("interrupted"))]).toEqual([130, false]);
  });
});
