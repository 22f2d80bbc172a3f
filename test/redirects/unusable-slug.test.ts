/** A story renamed to a slug that can have no page: its old address leads nowhere, as that of an unpublished story. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandSite, openCommandSite } from "../definition/command-site.ts";
import { filesOf } from "../helpers/build-site.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";

const SITE = `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} } });
`;

let site: CommandSite;
beforeAll(async () => {
  const stories = { home: storyWithHeadline("Home"), team: storyWithHeadline("Team") };
  const config = { site: { origin: "https://x.example", companyName: "X" }, hosts: ["netlify"] };
  site = await openCommandSite({ "site.ts": SITE }, stories, config);
  await site.generate();
});
afterAll(() => site.close());

const redirects = () => readFileSync(join(site.out, "_redirects"), "utf8");
const redirected = async () => JSON.parse((await site.run("check", "--json")).stdout).renames;

test("no redirect until the slug can have a page again", async () => {
  site.service.rename("team", "404.html");
  const { problems } = await site.generate();
  expect(problems.map(({ code }) => code)).toEqual(["CONTENT_UNUSABLE_SLUG"]);
  expect(redirects()).not.toContain("/team");
  expect(Object.keys(filesOf(site.out)).filter((path) => path.startsWith("team"))).toEqual([]);
  expect(await redirected()).toEqual([]);

  site.service.rename("404.html", "people");
  expect((await site.generate()).problems).toEqual([]);
  expect(redirects()).toMatch(/^\/team\/?\s+\/people\/\s+301/m);
  expect(await redirected()).toEqual([{ from: "/team/", to: "/people/" }]);
});
