/** What `init --from-space` guessed of components is not pushed over them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../helpers/run-here.ts";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Schemas"),
      "stories/home.json": { content: { component: "page", body: [{ component: "teaser", text: "Hello" }] } },
    }),
  );
});
afterAll(() => site.close());

const schema = (...args: string[]) => runHere(["schema", ...args], { cwd: site.dir });

test("a list of guessed schemas is refused, until they were compared or with --force", async () => {
  const refused = await schema("--list");
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain("SCHEMA_INFERRED");
  expect(refused.stderr).toContain("blocks/page/page.schema.ts, blocks/teaser/teaser.schema.ts");
  expect((await schema("--list", "--force")).code).toBe(0);
  expect((await schema()).code).toBe(0);
  for (const name of readdirSync(join(site.dir, "blocks"))) {
    const file = join(site.dir, "blocks", name, `${name}.schema.ts`);
    writeFileSync(file, readFileSync(file, "utf8").replace(/^.*Guessed from the content.*\n/m, ""));
  }
  expect((await schema("--list")).code).toBe(0);
});
