/** `sitegen serve` of a built site where no space is configured and there is no folder of content. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/build-site.ts";
import { command } from "./command.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("the output is served; drafts are refused; without output it is an error", { timeout: 240_000 }, async () => {
  const cwd = folder.dir;
  writeFileSync(join(cwd, "sitegen.config.json"), JSON.stringify({ definition: "site.ts" }));
  writeFileSync(join(cwd, "site.ts"), "export const site = {};");
  const empty = command(["serve", "--port", "0"], { cwd });
  expect([await empty.ended, empty.stderr()]).toEqual([2, expect.stringContaining("No space is configured")]);

  mkdirSync(join(cwd, "out"));
  writeFileSync(join(cwd, "out/index.html"), "<h1>Built elsewhere</h1>");
  const serve = command(["serve", "--port", "0"], { cwd });
  const [url = ""] = await serve.line(/http:\S+/);
  expect(await (await fetch(url)).text()).toContain("Built elsewhere");
  const query = "?_storyblok=1&_storyblok_tk[space_id]=1&_storyblok_tk[timestamp]=1&_storyblok_tk[token]=x";
  const draft = await fetch(url + query);
  expect([draft.status, await draft.text()]).toEqual([200, expect.stringContaining("Built elsewhere")]);
  expect(await serve.interrupt()).toBe(130);
});
