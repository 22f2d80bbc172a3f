/** A kind of files that a site gets besides its pages: an output of one's own is made, kept, changed and removed. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OUTPUTS } from "../../src/generate/generate-site.ts";
import { type Output, type OutputInput, writeOutputs } from "../../src/generate/outputs/output.ts";
import type { Moved } from "../../src/generate/what-moved.ts";
import type { PageGraph } from "../../src/incremental/page-graph.ts";
import { openOutputTransaction, type PublishResult } from "../../src/publish/output-transaction.ts";
import { drop, LATEST, readTree, type Sandbox, sandbox } from "../publish/helpers.ts";

let box: Sandbox;
let made: PageGraph["made"];
/** What the site has: names and texts, which the output below reads. */
const texts = new Map<string, string>();
const calls: string[] = [];
beforeEach(() => {
  box = sandbox();
  made = new Map();
  texts.clear();
});
afterEach(() => drop(box));

/** The whole of an output: a file for each text, made again when its text has moved. */
const notes: Output = {
  name: "notes",
  keys: () => texts.keys(),
  isMoved: (key, _, { stories }) => stories.en?.has(key) ?? true,
  make(key) {
    calls.push(key);
    const text = texts.get(key) ?? "";
    const problem = {
      severity: "warning",
      code: "RENDER_FAILED",
      message: key,
      story: "",
      path: "",
      hint: "",
    } as const;
    return { files: [{ path: `notes/${key}.txt`, content: text }], problems: text === "" ? [problem] : [] };
  },
};
/** Another one that lists what the first one made. */
const list: Output = {
  name: "list",
  keys: () => [""],
  isMoved: () => true,
  make: (_, { filesOf }) => ({
    files: [{ path: "notes.txt", content: [...texts.keys()].flatMap((key) => filesOf("notes", key)).join() }],
  }),
};

/** Stories that moved; null if everything has to be compared. */
const movedOf = (uuids: readonly string[] | null) => uuids && ({ stories: { en: new Set(uuids) } } as unknown as Moved);
const NO_INPUT = {} as OutputInput;

/** A build; returns what it wrote and removed, and its problems. */
async function build(uuids: readonly string[] | null, outputs: readonly Output[] = [notes, list]) {
  calls.length = 0;
  const output = await openOutputTransaction(box);
  try {
    if (uuids) await output.stayWithLast();
    const graph = { made, dependenciesWith: () => [] };
    const problems = await writeOutputs(outputs, NO_INPUT, { moved: movedOf(uuids), graph, output });
    const buildId = output.buildId();
    await output.put(`_assets/builds/meta/${buildId}.json`, "{}");
    await output.put(LATEST, JSON.stringify({ id: buildId }));
    const options = { buildId, keepBuilds: 1, site: { site: "test", base: "/" } };
    const { files, removedFiles } = await output.publish(options);
    const own = (paths: PublishResult["files"]) => paths.filter((path) => !path.startsWith("_assets/"));
    return { made: [...calls], wrote: own(files), removed: own(removedFiles), problems: problems.length };
  } finally {
    await output.abort();
  }
}
const published = async () =>
  Object.fromEntries(Object.entries(await readTree(box.out)).filter(([path]) => !path.startsWith("_assets/")));

beforeEach(async () => {
  for (const key of ["a", "b"]) texts.set(key, `text ${key}`);
  await build(null);
});

test("it is made, with what another one lists of it", async () => {
  expect(await published()).toEqual({
    "notes/a.txt": "text a",
    "notes/b.txt": "text b",
    "notes.txt": "notes/a.txt,notes/b.txt",
  });
});

test("it is kept where nothing of it moved, and its files stay", async () => {
  const before = await published();
  expect(await build([])).toMatchObject({ made: [], wrote: [], removed: [] });
  expect(await build(["other"])).toMatchObject({ made: [], wrote: [], removed: [] });
  expect(await build(null)).toMatchObject({ made: ["a", "b"], wrote: [], removed: [] });
  expect(await published()).toEqual(before);
});

test("only what moved is made again, and written if it came out as another", async () => {
  texts.set("a", "another text");
  expect(await build(["a", "b"])).toMatchObject({ made: ["a", "b"], wrote: ["notes/a.txt"], removed: [] });
  expect(await published()).toMatchObject({ "notes/a.txt": "another text", "notes/b.txt": "text b" });
});

test("a new part comes, and one that is gone goes with its files", async () => {
  texts.delete("a");
  texts.set("c", "text c");
  expect(await build([])).toMatchObject({ made: ["c"], wrote: ["notes.txt", "notes/c.txt"], removed: ["notes/a.txt"] });
  expect(await published()).toEqual({
    "notes/b.txt": "text b",
    "notes/c.txt": "text c",
    "notes.txt": "notes/b.txt,notes/c.txt",
  });
  expect([...made.keys()].sort()).toEqual(["list ", "notes b", "notes c"]);
});

test("an output that the engine no longer has goes with its files", async () => {
  expect(await build([], [list])).toMatchObject({ removed: ["notes/a.txt", "notes/b.txt"] });
});

test("what is wrong with a part is said by every build until the part is made without it, or goes", async () => {
  texts.set("b", "");
  expect((await build(["b"])).problems).toBe(1);
  expect((await build([])).problems).toBe(1);
  texts.set("b", "Well again");
  expect((await build(["b"])).problems).toBe(0);
  texts.set("c", "");
  expect((await build([])).problems).toBe(1);
  texts.delete("c");
  expect((await build([])).problems).toBe(0);
});

test("content that has to be read is read only where the output folder lacks the file", async () => {
  let reads = 0;
  const large: Output = {
    name: "large",
    keys: () => [""],
    isMoved: () => true,
    make: () => ({
      files: [
        {
          path: "large.bin",
          content: async () => {
            reads += 1;
            return "large";
          },
        },
      ],
    }),
  };
  await build(null, [large]);
  await build([], [large]);
  expect(reads).toBe(1);
  rmSync(join(box.out, "large.bin"));
  expect(await build(null, [large])).toMatchObject({ wrote: ["large.bin"] });
  expect(reads).toBe(2);
});

test("each kind of files that the engine has is named once", () => {
  const names = OUTPUTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name) => /^[\w-]+$/.test(name))).toBe(true);
});
