/** A field that is an empty list in every story when `init --from-space` guesses its kind. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../helpers/run-here.ts";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const SCHEMA = "blocks/page/page.schema.ts";
let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Empty"),
      "stories/home.json": { content: { component: "page", title: "Home", body: [], intro: "" } },
    }),
  );
});
afterAll(() => site.close());
const run = (...args: string[]) =>
  runHere(args, {
    cwd: site.dir,
    env: { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: site.service.token },
  });
const schema = () => readFileSync(join(site.dir, SCHEMA), "utf8");
const publish = (fields: object) =>
  site.service.publish("home", ({ content }) => {
    Object.assign(content, fields);
  });

test("is taken for blocks, and that this is a guess is said", async () => {
  expect(schema()).toContain("body: sections(),");
  const { stderr } = await run("init", "--from-space", "--yes", "--dir", "other");
  expect(stderr).toContain(
    `new   ${SCHEMA}: the field "body" is an empty list in all stories; it is taken for blocks.`,
  );
  expect((await site.init()).notes).toEqual([]);
  publish({ body: [{ component: "teaser", text: "First block" }] });
  await site.init();
  expect((await site.build()).report.problems).toEqual([]);
  expect(site.page("")).toContain("First block");
});

test("where a kind does not fit, the message names field, kind, content and both remedies, and init says it", async () => {
  writeFileSync(join(site.dir, SCHEMA), schema().replace("sections(),", "text(),").replace("sections, ", ""));
  const component = join(site.dir, "blocks/page/page.tsx");
  writeFileSync(component, readFileSync(component, "utf8").replace("<Blocks of={props.body} />", "{props.body}"));
  publish({ intro: { type: "doc", content: [] } });
  const { stdout } = await run("check", "--json");
  const said = (JSON.parse(stdout) as { problems: { code: string; message: string; hint: string }[] }).problems;
  expect(said.filter(({ code }) => code === "CONTENT_WRONG_SHAPE")).toMatchObject([
    {
      message:
        'The field "body" is of the kind "text" in the schema of "page", but the story has a list of blocks; it is treated as empty.',
      hint: expect.stringMatching(/in the schema.*save it again/),
    },
    {
      message: expect.stringContaining(
        '"intro" is of the kind "text" in the schema of "page", but the story has rich text',
      ),
    },
  ]);
  const { stderr } = await run("init", "--from-space", "--yes");
  for (const [field, kind] of [
    ["body", "blocks"],
    ["intro", "richtext"],
  ])
    expect(stderr).toContain(
      `new   ${SCHEMA}: the field "${field}" was guessed as \`text\`, but the stories have what \`${kind}\` holds.`,
    );
});
