/** Text of the content reaches a terminal and the log of GitHub as text: it gives neither of them orders. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const ESCAPE = "\u001b";
/** Sets the title of the terminal, clears its screen, hides and reorders text, and gives commands to GitHub's runner. */
const HOSTILE = `a${ESCAPE}]0;title\u0007${ESCAPE}[2J${ESCAPE}[8mhidden\u009b1A\u202ereordered\r\n::add-mask::x\n  ::stop-commands::y\nb ##[group]z\rover`;

let site: SmallSite;
beforeAll(async () => {
  const files = {
    "site.ts": `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };`,
    "blocks/hero/hero.tsx": "export default function Hero({ headline }) { throw new Error(headline); }",
    "sitegen.config.json": "{}",
  };
  site = await openSmallSite(files, { home: storyWithHeadline(HOSTILE) });
});
afterAll(() => site.close());

const run = (...args: string[]) =>
  runHere([...args, "--state", join(site.dir, "state")], {
    cwd: site.dir,
    env: {
      STORYBLOK_ENDPOINT: site.service.endpoint,
      STORYBLOK_TOKEN: "public",
      GITHUB_ACTIONS: "true",
      FORCE_COLOR: "1",
    },
  });

test("an error's text is printed with escapes, in the program's own colours", async () => {
  const { code, stderr } = await run("generate");
  expect(code).toBe(1);
  expect(stderr).toContain(`${ESCAPE}[31m`);
  expect(stderr).toContain("a\\u001b]0;title\\u0007\\u001b[2J\\u001b[8mhidden\\u009b1A\\u202ereordered\n");
  expect(stderr).toContain("\n\\u003a:add-mask::x\n  \\u003a:stop-commands::y\nb #\\u0023[group]z\\u000dover");
});

test("JSON is the same data", async () => {
  const { stdout } = await run("generate", "--json");
  expect(stdout).not.toMatch(/##\[|[\u0080-\u009f\u202e]/);
  const { error } = JSON.parse(stdout) as { error: { message: string } };
  expect(error.message).toContain(HOSTILE);
});

test("the annotations of check stay commands, and what they quote does not", async () => {
  const { stdout } = await run("check");
  expect(stdout).toMatch(/^::error title=RENDER_FAILED::/m);
  expect(stdout.split("\n").filter((line) => /^\s*::(?!error|warning|notice)/.test(line))).toEqual([]);
});

test("the log of space is text", async () => {
  const link = `asset:gone${ESCAPE}[2J\u202e.png`;
  site.write({ "space/stories/linking.json": JSON.stringify({ content: { component: "page", link } }) });
  const args = ["space", "--dir", join(site.dir, "space"), "--port", "0"];
  const { stderr } = await runCli(args, { cwd: site.dir, interruptAfter: /Serving/ });
  expect(stderr).toContain("gone\\u001b[2J\\u202e");
  expect([stderr.includes(ESCAPE), stderr.includes("\u202e")]).toEqual([false, false]);
});
