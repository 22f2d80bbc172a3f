/** Classes of CSS modules that compose those of others: each has a name of its own, and a change of either is published. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite({
    "site.ts": 'export default { languages: [{ code: "en" }], pageTypes: { page: {} } };',
    "blocks/hero/hero.tsx":
      'import styles from "./hero.module.css";\nexport default ({ headline }) => <h1 className={styles.tile}>{headline}</h1>;\n',
    "blocks/hero/hero.module.css":
      '.tile { composes: box from "./shapes/shape.module.css"; color: red; background: url("/a ground.svg"), url(near.svg) }',
    "blocks/hero/near.svg": "<svg/>",
    "public/a ground.svg": "<svg/>",
    "blocks/hero/shapes/shape.module.css": ".box { padding: 1px; background: url(./dot.svg) }",
    "blocks/hero/shapes/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>',
    "blocks/page/page.tsx":
      'import { Blocks } from "sitegen-storyblok/kit";\nimport styles from "./page.module.css";\nexport default ({ body }) => <div className={styles.page}><Blocks of={body} /></div>;\n',
    "blocks/page/page.module.css": '.page { composes: box from "./shapes/shape.module.css" }',
    "blocks/page/shapes/shape.module.css": ".box { padding: 2px }",
  });
});
afterAll(() => site.close());

const styles = () =>
  fg
    .sync("_assets/**/*.css", { cwd: site.out })
    .map((file) => readFileSync(join(site.out, file), "utf8"))
    .join("\n");
const classesOf = (tag: string) =>
  new RegExp(`<${tag} class="([^"]+)"`).exec(site.read("index.html"))?.[1]?.split(" ") ?? [];

test("modules of one name in two folders do not meet, and their files are found", async () => {
  await site.build();
  const [box = "", tile = ""] = classesOf("h1");
  const [other = ""] = classesOf("div");
  expect([box, tile]).toEqual([expect.stringMatching(/^shape_\w{6}_box$/), expect.stringMatching(/^hero_\w{6}_tile$/)]);
  expect(other).toMatch(/^shape_\w{6}_box$/);
  expect(other).not.toBe(box);
  expect(styles()).toMatch(new RegExp(`\\.${box}\\{padding:1px;background:url\\(/_assets/files/dot-\\w+\\.svg\\)`));
  expect(styles()).toMatch(
    new RegExp(`\\.${tile}\\{[^}]*url\\(/a\\\\ ground\\.svg\\),url\\(/_assets/files/near-\\w+\\.svg\\)`),
  );
  expect(styles()).toContain(`.${other}{padding:2px}`);
});

test("a change of the composed module is published", async () => {
  site.write({ "blocks/page/shapes/shape.module.css": ".box { padding: 3px }" });
  await site.build();
  expect(styles()).toContain("{padding:3px}");
});
