/** Threads that render payloads: what they take at once, and what becomes of pages when one fails or ends. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { type PayloadThreads, startPayloadThreads } from "../../src/build/payload-threads.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

const folder = temporaryFolder();
let threads: PayloadThreads | undefined;
afterEach(() => threads?.close());
afterAll(() => folder.remove());

/** Threads whose script does this with each message. */
function start({ pages = 200, jobs = 2, script = "" }): PayloadThreads {
  const file = join(folder.dir, `worker-${Math.random()}.mjs`);
  const take = `parentPort.on("message", (json) => { ${script} });`;
  writeFileSync(file, `import { parentPort } from "node:worker_threads";\n${take}\n`);
  // What a real script starts with; this one reads none of it.
  const input = { config: {}, stateDir: "", settings: {}, icons: {}, shared: {}, bundle: {} } as never;
  threads = startPayloadThreads(pages, { ...(input as object), jobs } as never, file);
  return threads;
}
const ECHO = 'parentPort.postMessage({ html: "<p>" + json + "</p>" });';

test("pages come back, in any number, and a thread that is full takes no more", async () => {
  const { render, count } = start({ script: ECHO });
  expect(count).toBe(1);
  const taken = ["a", "b", "c", "d"].map((json) => render(json));
  expect(taken[3]).toBeNull();
  expect(await Promise.all(taken)).toEqual(["<p>a</p>", "<p>b</p>", "<p>c</p>", null]);
  expect(await render("e")).toBe("<p>e</p>");
});

test("a page that cannot be rendered is refused with the reason, and the next one is rendered", async () => {
  const { render } = start({ script: `if (json === "bad") parentPort.postMessage({ failed: "no" }); else ${ECHO}` });
  const [bad, good] = [render("bad"), render("good")];
  await expect(bad).rejects.toThrow("no");
  expect(await good).toBe("<p>good</p>");
});

test.each([
  ["throws", 'throw new Error("out of order")', "out of order"],
  ["ends", "process.exit(0)", "The thread has ended."],
])("pages of a thread that %s are refused, those it has and those it is given later", async (_, script, message) => {
  const { render } = start({ script });
  const both = [render("a"), render("b")];
  await expect(both[0]).rejects.toThrow(message);
  await expect(both[1]).rejects.toThrow(message);
  await expect(render("c")).rejects.toThrow(message);
});

test("few pages, or one job, need no thread; many jobs start two", () => {
  expect(start({ pages: 199 }).render("a")).toBeNull();
  expect(start({ jobs: 1 }).render("a")).toBeNull();
  expect(start({ jobs: 16 }).count).toBe(2);
});
