import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { type Command, command } from "../serve/command.ts";

const MINIMAL = resolve(import.meta.dirname, "../fixtures/spaces/minimal");

let cwd: string;
let running: Command | undefined;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "sitegen-space-"));
  cpSync(MINIMAL, join(cwd, "space"), { recursive: true });
});

afterEach(async () => {
  await running?.interrupt();
  running = undefined;
});

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function start(...args: string[]) {
  running = command(["space", "--port", "0", ...args], { cwd });
  await running.line(/SPACE_ID=\d+\n/);
  return { space: running, env: parseEnv(running.stdout()) };
}

test("prints what a shell needs, and nothing else, on stdout", async () => {
  const { space, env } = await start();
  expect(Object.keys(env).sort()).toEqual([
    "STORYBLOK_ENDPOINT",
    "STORYBLOK_PREVIEW_TOKEN",
    "STORYBLOK_SPACE_ID",
    "STORYBLOK_TOKEN",
  ]);
  expect(env.STORYBLOK_ENDPOINT).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v2$/);
  expect([env.STORYBLOK_TOKEN, env.STORYBLOK_SPACE_ID]).toEqual(["sample-public-token", "100100"]);
  await expect.poll(space.stderr).toContain("press Ctrl-C to stop");
  const response = await fetch(`${env.STORYBLOK_ENDPOINT}/cdn/spaces/me?token=${env.STORYBLOK_TOKEN}`);
  expect(await response.json()).toMatchObject({ space: { id: 100100 } });
  expect(await space.interrupt()).toBe(130);
});

test("prints the management token too, where the folder has one", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sitegen-space-"));
  cpSync(MINIMAL, dir, { recursive: true });
  const file = join(dir, "space.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), managementToken: "manage" }));
  running = command(["space", "--port", "0", "--dir", dir], { cwd });
  await running.line(/MANAGEMENT_TOKEN=manage\n/);
  rmSync(dir, { recursive: true });
});

test("editing a file is a publish", async () => {
  const { space, env } = await start("--dir", "space");
  const read = async () => {
    const about = `${env.STORYBLOK_ENDPOINT}/cdn/stories/company/about?token=${env.STORYBLOK_TOKEN}`;
    return (await (await fetch(about)).json()) as { story: { name: string }; cv: number };
  };
  const before = await read();
  const file = join(cwd, "space/stories/company/about.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), name: "Edited while it ran" }));
  await expect.poll(async () => (await read()).story.name).toBe("Edited while it ran");
  expect((await read()).cv).toBeGreaterThan(before.cv);
  await expect.poll(space.stderr).toContain("Published: company/about");
});

test.each([
  ["as the real service does", [], 429],
  ["or not", ["--no-rate-limit"], 200],
])("limits requests %s", async (_, flags, status) => {
  const { env } = await start("--dir", "space", ...flags);
  const list = `${env.STORYBLOK_ENDPOINT}/cdn/stories?per_page=100&token=${env.STORYBLOK_PREVIEW_TOKEN}&version=draft`;
  const answers = await Promise.all(Array.from({ length: 60 }, () => fetch(list)));
  expect(Math.max(...answers.map((answer) => answer.status))).toBe(status);
});

exhaustiveOnly(() => {
  test("a port that is taken, a folder that is none and a wrong flag end it with 2", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    const { port } = other.address() as AddressInfo;
    const taken = command(["space", "--port", String(port)], { cwd });
    expect(await taken.ended).toBe(2);
    expect(taken.stderr()).toContain("SPACE_LISTEN");
    expect(taken.stdout()).toBe("");
    other.close();
    const missing = command(["space", "--port", "0", "--dir", "nowhere"], { cwd });
    expect(await missing.ended).toBe(2);
    expect(missing.stderr()).toContain("SPACE_BROKEN");
    const wrong = command(["space", "--port", "99999"], { cwd });
    expect(await wrong.ended).toBe(2);
    expect(wrong.stderr()).toContain("a number from 0 to 65535");
  });
});
