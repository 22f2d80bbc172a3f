/** A shard with so many pages that threads render them, as a user's process has them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandSite, openCommandSite } from "../definition/command-site.ts";
import { filesOf } from "../helpers/build-site.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";

/** With fewer in a shard there are no threads. */
const PAGES = 450;

let site: CommandSite;
beforeAll(async () => {
  const names = Array.from({ length: PAGES }, (_, index) => (index === 0 ? "home" : `pages/p${index}`));
  const stories = Object.fromEntries(names.map((name) => [name, storyWithHeadline(name)]));
  const definition = `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} } });
`;
  site = await openCommandSite({ "site.ts": definition }, stories);
});
afterAll(() => site.close());

test("its part makes up the site that one machine builds", async () => {
  const done = async (...args: string[]) => {
    const { code, stderr } = await site.spawn(...args);
    expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  };
  await done("generate", "--jobs", "2", "--out", "whole", "--state", "own");
  await done("pull");
  await done("generate", "--offline", "--jobs", "2", "--shard", "1/1", "--out", "part");
  await done("merge", "part", "--out", "merged");
  const files = (out: string) => filesOf(`${site.dir}/${out}`);
  expect(files("merged")).toEqual(files("whole"));
});
