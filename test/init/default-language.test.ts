/** `sitegen init --from-space` where the space lists the language that its content is taken to be in as a translation. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { runHere } from "../helpers/run-here.ts";
import { spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const folder = temporaryFolder();
const dir = join(folder.dir, "site");
let service: SpaceService;
beforeAll(async () => {
  const space = join(folder.dir, "space");
  writeFiles(space, {
    "space.json": spaceInfo("Veer", ["en"]),
    "stories/home.json": { content: { component: "page", title: "Welkom", title__i18n__en: "Welcome" } },
  });
  service = await startSpaceService({ dir: space, rateLimit: false, watch: false, quiet: true, journal: false });
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const init = (...args: string[]) =>
  runHere(["init", "--from-space", "--dir", dir, ...args], {
    cwd: folder.dir,
    env: { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token },
  });

test.each([[[]], [["--language", "en"]]])("%j: stops, names --language, and writes nothing", async (args) => {
  const { code, stderr } = await init(...args);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/lists "en" as a translation(.|\n)*--language/)]);
  expect(existsSync(dir)).toBe(false);
});

const TAKEN = /^new {3}site\.ts: its first language is taken to be "en", since --language names none/m;

test("a space that lists none has to be taken as English, which is said unless the language is named", async () => {
  const other = join(folder.dir, "other");
  writeFiles(other, {
    "space.json": spaceInfo("متحف"),
    "stories/home.json": { name: "الرئيسية", content: { component: "page", title: "متحف السفن" } },
  });
  const arabic = await startSpaceService({ dir: other, rateLimit: false, watch: false, quiet: true, journal: false });
  const run = (name: string, ...args: string[]) =>
    runHere(["init", "--from-space", "--dir", join(folder.dir, name), ...args], {
      cwd: folder.dir,
      env: { STORYBLOK_ENDPOINT: arabic.endpoint, STORYBLOK_TOKEN: arabic.token },
    });
  try {
    expect((await run("taken")).stderr).toMatch(TAKEN);
    expect((await run("taken")).stderr).not.toMatch(TAKEN);
    expect((await run("named", "--language", "ar")).stderr).not.toMatch(TAKEN);
  } finally {
    await arabic.close();
  }
});

test("with the default language's code there are both; a second run needs it no more, and says that another differs", async () => {
  expect((await init("--language", "nl")).code).toBe(0);
  expect(readFileSync(join(dir, "site.ts"), "utf8")).toMatch(/languages: \[\{ code: "nl".*\{ code: "en"/);
  const again = await init();
  expect([again.code, again.stderr]).toEqual([0, expect.not.stringMatching(/^new {3}site\.ts/m)]);
  const other = await init("--language", "de");
  expect([other.code, other.stderr]).toEqual([
    0,
    expect.stringMatching(/^new {3}site\.ts: its first language is "nl", not "de"/m),
  ]);
});
