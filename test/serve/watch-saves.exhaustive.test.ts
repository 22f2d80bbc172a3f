/**
 * Saves of all kinds, as editors make them, at any time: what is served afterwards is what a build writes.
 * `npm test` has test/serve/watch.test.ts.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Command, command } from "./command.ts";
import { differencesFromBuild } from "./differences-from-build.ts";
import { get } from "./helpers.ts";
import { type WatchedSite, watchedSite } from "./watched-site.ts";

const SLOW = 240_000;
const SHOWN = { timeout: 240_000 };
const HERO = "blocks/hero-section/hero-section.tsx";
const SHEET = "blocks/hero-section/hero-section.css";

let site: WatchedSite;
let server: Command;
let origin: string;

beforeAll(async () => {
  site = watchedSite();
  server = command(["serve", "--watch", "--port", "0", "--verbose"], { cwd: site.dir });
  origin = (await server.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/))[1] ?? "";
  await home();
}, SLOW);

afterAll(async () => {
  await server.interrupt();
  site.close();
});

const home = async () => (await get(origin, "/")).text;
const shows = (text: string) => expect.poll(home, SHOWN).toContain(text);
const path = (name: string) => join(site.dir, name);

/** Ways in which editors replace a file. */
const editors: Record<string, (name: string, text: string) => void> = {
  "truncates and writes": (name, text) => writeFileSync(path(name), text),
  "writes in two pieces": (name, text) => {
    writeFileSync(path(name), text.slice(0, 40));
    writeFileSync(path(name), text);
  },
  "writes beside it and renames": (name, text) => {
    writeFileSync(path(`${name}.tmp`), text);
    renameSync(path(`${name}.tmp`), path(name));
  },
  // As vim does: a swap file, a test whether the folder can be written, the old file moved away, a new one.
  "moves the old one away and back": (name, text) => {
    const [folder = "", file = ""] = [join(name, ".."), name.split("/").at(-1)];
    writeFileSync(path(join(folder, `.${file}.swp`)), "swap");
    writeFileSync(path(join(folder, "4913")), "");
    rmSync(path(join(folder, "4913")));
    renameSync(path(name), path(`${name}~`));
    writeFileSync(path(name), text);
    rmSync(path(`${name}~`));
    rmSync(path(join(folder, `.${file}.swp`)));
  },
  // As JetBrains' editors do.
  "exchanges two files": (name, text) => {
    writeFileSync(path(`${name}___jb_tmp___`), text);
    renameSync(path(name), path(`${name}___jb_old___`));
    renameSync(path(`${name}___jb_tmp___`), path(name));
    rmSync(path(`${name}___jb_old___`));
  },
};

test.each(Object.keys(editors))("an editor that %s", { timeout: SLOW }, async (way) => {
  const text = site.read(HERO);
  editors[way]?.(HERO, text.replace(/Text [^<]*/, `Text of one that ${way}`));
  await shows(`Text of one that ${way}`);
  const css = site.read(SHEET).replace(/padding-left: \d+px/, `padding-left: ${way.length}px`);
  editors[way]?.(SHEET, css);
  await expect.poll(sheet, SHOWN).toContain(`padding-left:${way.length}px`);
});

/** The text of the home page's stylesheets. */
async function sheet(): Promise<string> {
  const paths = [...(await home()).matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href = ""]) => href);
  return (await Promise.all(paths.map(async (href) => (await get(origin, href)).text))).join("");
}

test("lines that end as on Windows, also where an error is told", { timeout: SLOW }, async () => {
  const text = site.read(HERO);
  const windows = text.replaceAll("\n", "\r\n");
  site.write(HERO, windows.replace(/Text [^<]*/, "Text of Windows"));
  await shows("Text of Windows");
  const failing = windows.replace(
    "return (",
    'if (headline.startsWith("Home")) throw new Error("by intent");\r\n  return (',
  );
  site.write(HERO, failing);
  await expect.poll(home, SHOWN).toContain(`${HERO}:2:`);
  site.write(SHEET, ".hero { padding-left: 21px; }\r\n.hero p {\r\n  margin: 0;\r\n}\r\n");
  site.write(HERO, text.replace(/Text [^<]*/, "Text again"));
  await shows("Text again");
  await expect.poll(sheet, SHOWN).toContain("padding-left:21px");
});

test("a block's folder is added, renamed, removed and comes back", { timeout: SLOW }, async () => {
  const component = (word: string) =>
    `export default function Note({ headline }) { return <q>${word} {headline}</q>; }\n`;
  const story = (component: string) =>
    site.write(
      "space/stories/note.json",
      JSON.stringify({ content: { component: "page", body: [{ component, headline: "Noted" }] } }),
    );
  const note = async () => (await get(origin, "/note/")).text.replaceAll("<!-- -->", "");
  mkdirSync(path("blocks/note"));
  site.write("blocks/note/note.schema.ts", site.read("blocks/hero-section/hero-section.schema.ts"));
  site.write("blocks/note/note.tsx", component("First"));
  story("note");
  await expect.poll(note, SHOWN).toContain("First Noted");
  // A block goes by its schema's name: both have to follow.
  renameSync(path("blocks/note"), path("blocks/remark"));
  renameSync(path("blocks/remark/note.schema.ts"), path("blocks/remark/remark.schema.ts"));
  renameSync(path("blocks/remark/note.tsx"), path("blocks/remark/remark.tsx"));
  story("remark");
  await expect.poll(note, SHOWN).toContain("First Noted");
  site.write("blocks/remark/remark.tsx", component("Second"));
  await expect.poll(note, SHOWN).toContain("Second Noted");
  renameSync(path("blocks/remark"), path("away"));
  await expect.poll(note, SHOWN).not.toContain("Second Noted");
  renameSync(path("away"), path("blocks/remark"));
  await expect.poll(note, SHOWN).toContain("Second Noted");
  expect(await differencesFromBuild(site, origin)).toEqual([]);
});

test("saves of all kinds while earlier ones are still worked on end as a build does", { timeout: SLOW }, async () => {
  const hero = site.read(HERO);
  const layout = site.read("layout/layout.tsx");
  const definition = site.read("site.ts");
  const kinds: ((turn: number) => void)[] = [
    (turn) => site.write(HERO, hero.replace(/Text [^<]*/, `Turn ${turn}`)),
    () => site.write(HERO, hero.slice(0, 70)),
    (turn) => site.write(SHEET, `.hero { padding-left: ${turn}px; }\n`),
    (turn) => site.write("layout/layout.tsx", layout.replace("Header one", `Header ${turn}`)),
    (turn) => site.story("home", `Home ${turn}`, `Start ${turn}`),
    (turn) => site.write("shared/footer.tsx", `export const Footer = () => <footer>Foot ${turn}</footer>;\n`),
    (turn) => site.write("site.ts", definition.replace('prefix: "de"', `prefix: "${turn % 2 ? "de" : "deutsch"}"`)),
  ];
  // Every kind of save after every other one, at times that fall into every step of an update.
  const turns = kinds.length ** 2;
  for (let turn = 0; turn < turns; turn += 1) {
    kinds[(turn * 3 + Math.floor(turn / kinds.length)) % kinds.length]?.(turn);
    await wait((turn * 53) % 190);
  }
  site.write("site.ts", definition);
  site.write(HERO, hero.replace(/Text [^<]*/, "Text at last"));
  await shows("Text at last");
  expect(await differencesFromBuild(site, origin)).toEqual([]);
});

test("the process is replaced after forty versions, and no request suffers", { timeout: SLOW }, async () => {
  const hero = site.read(HERO);
  const replaced = () => server.stderr().split("is replaced: it holds 40 versions of the code").length - 1;
  const before = replaced();
  const answers = new Map<number, number>();
  let done = false;
  const asking = (async () => {
    while (!done) {
      const { status } = await get(origin, "/team/");
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  })();
  for (let version = 1; version <= 45 && replaced() === before; version += 1) {
    site.write(HERO, hero.replace(/Text [^<]*/, `Version ${version}`));
    await shows(`Version ${version}`);
  }
  await expect.poll(replaced, SHOWN).toBeGreaterThan(before);
  site.write(HERO, hero.replace(/Text [^<]*/, "Version of another process"));
  await shows("Version of another process");
  done = true;
  await asking;
  expect([...answers.keys()]).toEqual([200]);
  expect(server.stderr()).not.toContain("exited; restarting it");
});
