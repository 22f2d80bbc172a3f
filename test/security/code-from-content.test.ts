/** `init --from-space` writes code from content: no name in it becomes code, whoever could write the content. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

/** Ends the comment, string, template or tag that a name could stand in. */
const HOSTILE = [
  'x*/}{globalThis.taken = "comment"}{/*',
  '**//}{globalThis.taken = "comment left by the removal of another"}{/*',
  '"); globalThis.taken = "string"; ("',
  ["$", "{globalThis.taken = `template`}"].join(""),
  "x\n*/ globalThis.taken = 'line'; /*",
  "x\u2028globalThis.taken = 1 //",
  "</section>{globalThis.taken = 'markup'}<section>",
  "../../taken",
  "__proto__",
];

let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo(HOSTILE.join(" ")),
      "stories/home.json": {
        name: HOSTILE[0],
        content: {
          component: "page",
          title: "Home",
          ...Object.fromEntries(HOSTILE.map((name) => [name, { type: "doc", content: [] }])),
          canonical: "",
          [`seo_${HOSTILE[0]}`]: "A field for the head, which is shown in a comment",
          body: [
            { component: "note", text: "A harmless one." },
            ...HOSTILE.map((component) => ({ component, text: "Never shown." })),
            { component: "plugins", one: { plugin: HOSTILE[0] }, two: { plugin: HOSTILE[1] } },
          ],
        },
      },
      "stories/other.json": { content: { component: HOSTILE[0], title: "No page" } },
    }),
  );
});
afterAll(() => site.close());

function writtenFiles(): string[] {
  const all = readdirSync(site.dir, { recursive: true, withFileTypes: true });
  return all
    .filter((one) => one.isFile() && !one.parentPath.includes("node_modules"))
    .map((one) => join(one.parentPath, one.name));
}

test("each such name is refused and reported", () => {
  for (const name of HOSTILE) {
    expect(site.notes).toContainEqual(expect.stringContaining(`The component ${JSON.stringify(name)} is left out`));
    if (name === "__proto__") continue; // JSON's reader and the service's keys with a leading "_" drop it as a field.
    expect(site.notes).toContainEqual(
      expect.stringContaining(`The field ${JSON.stringify(name)} of the component "page"`),
    );
  }
});

test("no file has them but as the value of a string, and none is written beside the site", () => {
  const code = writtenFiles().filter((path) => /\/(blocks|test|layout)\//.test(path));
  expect(code.length).toBeGreaterThan(5);
  for (const path of code) expect([path, readFileSync(path, "utf8").includes("taken")]).toEqual([path, false]);
  expect(existsSync(join(site.dir, "../taken"))).toBe(false);
});

test("the site that was written builds, and nothing of the content has run", async () => {
  await site.build();
  expect(site.page("")).toContain("A harmless one.");
  expect(globalThis).not.toHaveProperty("taken");
});
