/** A publish that many pages show: they are rendered in several threads, and the site is what one thread makes. */
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesOf } from "../helpers/build-site.ts";
import { runCli } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

/** More pages than a second thread is started for (src/generate/render-threads.ts). */
const POSTS = 420;
const FILES = {
  "sitegen.config.json": JSON.stringify({ hosts: ["serve"], storyblok: { requestsPerSecond: 1000 } }),
  "site.ts": 'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {}, person: {} } };\n',
  "blocks/page/page.schema.ts": `import { blocks, defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "byline"]) } });
`,
  "blocks/person/person.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { name: text() } });
`,
  "blocks/person/person.tsx": "export default function Person({ name }) { return <h1>{name}</h1>; }\n",
  "blocks/byline/byline.schema.ts": `import { boolean, defineBlock, relation } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { author: relation("person"), last: boolean() } });
`,
  "blocks/byline/byline.tsx": `export default function Byline({ author, last }) {
  const shown = JSON.stringify(author);
  if (shown.includes("Nobody")) throw new Error("no such author");
  if (last) process.exit(3);
  return <p>{shown}</p>;
}
`,
};

let site: SmallSite;
beforeAll(async () => {
  const author = "00000000-0000-4000-8000-0000000000aa";
  const post = (at: number) => ({
    content: {
      component: "page",
      body: [
        { component: "hero", headline: `Post ${at} ½ €` },
        { component: "byline", author },
      ],
    },
  });
  const posts = Array.from({ length: POSTS }, (_, at) => [`posts/p-${at}`, post(at)]);
  site = await openSmallSite(FILES, {
    home: post(-1),
    "people/ann": { uuid: author, name: "Ann", content: { component: "person", name: "Ann" } },
    ...Object.fromEntries(posts),
  });
  await inProcess("three", "3");
  copy("three", "one");
});
afterAll(() => site.close());

const rename = (name: string) =>
  site.service.publish("people/ann", (story) => {
    story.name = name;
  });
const args = (to: string, jobs: string) => [
  ...["generate", "--out", to, "--state", `${to}-state`, "--verbose"],
  ...["--jobs", jobs],
];
const place = () => ({
  cwd: site.dir,
  env: { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: "public" },
});
const clean = (to: string) => runHere(args(to, "1"), place());
/** A process has threads with every Node; it makes everything again of what this one has made. */
const inProcess = (to: string, jobs: string) => runCli(args(to, jobs), place());
const copy = (from: string, to: string) => {
  for (const part of ["", "-state"])
    cpSync(join(site.dir, from + part), join(site.dir, to + part), { recursive: true, preserveTimestamps: true });
};
const text = (path: string) => readFileSync(join(site.dir, path), "utf8");
const files = (of: string) => filesOf(join(site.dir, of));
const idOf = (of: string) => JSON.parse(text(`${of}/_assets/builds/latest.json`)).id;

test("three threads publish what one publishes, and what a clean build makes", async () => {
  rename("Änne 山");
  const { stderr } = await inProcess("three", "3");
  expect(stderr).toMatch(/Threads: 3 of at most 3\n[\s\S]*Pages: 422 rendered, 0 kept/);
  expect((await inProcess("one", "1")).stderr).toContain("Threads: 1 of at most 1");
  await clean("clean");
  expect(text("three/posts/p-7/index.html")).toContain("Änne 山");
  expect(files("three")).toEqual(files("one"));
  expect(idOf("three")).toBe(idOf("clean"));
});

test("stories that are all read again, of which few changed, are published", async () => {
  for (const to of ["again", "ended"]) copy("one", to);
  rmSync(join(site.dir, "again-state/snapshot"), { recursive: true });
  for (const at of [1, 2])
    site.service.publish(`posts/p-${at}`, (story) => {
      Object.assign((story.content.body as object[])[0] ?? {}, { headline: "Changed" });
    });
  const { code, stderr } = await inProcess("again", "2");
  expect([code, stderr]).toEqual([0, expect.stringContaining("Pages: 2 rendered, 420 kept")]);
  await clean("clean-again");
  expect(idOf("again")).toBe(idOf("clean-again"));
});

test("a page that fails in a thread stops the publish with the error that a build of the whole site shows", async () => {
  const before = files("three");
  rename("Nobody");
  const { code, stderr } = await inProcess("three", "3");
  const whole = await clean("failed");
  const errors = (text: string) => text.split("\n").filter((line) => line.includes("no such author"));
  expect(code).toBe(whole.code);
  expect(errors(stderr)).toEqual(errors(whole.stderr));
  expect(errors(stderr).length).toBeGreaterThan(0);
  expect(files("three")).toEqual(before);
});

test("a thread that ends stops the publish with the pages that it rendered", async () => {
  const before = files("ended");
  rename("Ann Other");
  site.service.publish("home", (story) => {
    Object.assign((story.content.body as object[])[1] ?? {}, { last: true });
  });
  const { code, stderr } = await inProcess("ended", "2");
  expect(code).toBe(1);
  expect(stderr).toMatch(/A render thread ended while it rendered (?:\S+, )*\/(?:, \S+)*: its exit code is 3\./);
  expect(files("ended")).toEqual(before);
});
