/** CSS that browsers leave out, in each kind of stylesheet of a site. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandSite, openCommandSite } from "../definition/command-site.ts";
import { ROOT } from "../helpers/run-cli.ts";

const BROKEN = ".grid {\n  color: red\n  background: blue;\n}\n}\n";
let site: CommandSite;
beforeAll(async () => {
  site = await openCommandSite({
    "site.ts":
      'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, styles: "./site.css" };',
    "site.css": '@import "./colours.css";\n@import "boxes/boxes.css";\nh1 { colr: red; }\n',
    "colours.css": "p {\n  bakground: red;\n}\n",
    "node_modules/boxes/boxes.css": BROKEN,
    "node_modules/boxes/package.json": '{ "name": "boxes" }',
    "blocks/hero/hero.css": BROKEN,
    "blocks/hero/hero.tsx":
      'import names from "./hero.module.css";\nexport default ({ headline }) => <h1 className={names.big}>{headline}</h1>;',
    "blocks/hero/hero.module.css": ".big {\n  widht: 1px;\n}\n}\n",
  });
});
afterAll(() => site.close());

const found = async () =>
  (await site.generate()).problems.flatMap(({ code, message }) => (code === "STYLE_INVALID" ? [message] : []));

test("generate names file and line of each, again when nothing has changed; --strict refuses them", async () => {
  const messages = [
    'blocks/hero/hero.css:5:1: Unexpected "}"',
    'blocks/hero/hero.module.css:2:3: "widht" is not a known CSS property Did you mean "width" instead?',
    'blocks/hero/hero.module.css:4:1: Unexpected "}"',
    'colours.css:2:3: "bakground" is not a known CSS property Did you mean "background" instead?',
    'site.css:3:6: "colr" is not a known CSS property Did you mean "color" instead?',
  ];
  expect(await found()).toEqual(messages);
  expect(await found()).toEqual(messages);
  const { code, stderr } = await site.run("generate", "--strict");
  expect([code, stderr]).toEqual([1, expect.stringContaining(`STYLE_INVALID : ${messages[0]}`)]);
  expect((await site.run("check")).stdout).toContain(messages[3]);
});

test("what is mended is reported no more, also if the published files stay the same", async () => {
  site.write({ "blocks/hero/hero.css": BROKEN.replace("}\n}", "}"), "blocks/hero/hero.module.css": ".big {}" });
  expect(await found()).toEqual([expect.stringMatching(/^colours/), expect.stringMatching(/^site/)]);
});

test("places are those of the written file where Sass and PostCSS change it", async () => {
  mkdirSync(join(site.dir, "node_modules"), { recursive: true });
  for (const name of ["sass", "postcss"])
    symlinkSync(join(ROOT, "node_modules", name), join(site.dir, "node_modules", name));
  site.write({
    "site.css": "",
    "blocks/hero/hero.css": "",
    "blocks/hero/hero.scss": '@use "./sizes";\n// Sass\n.a {\n  .b {\n    colr: red;\n  }\n}\n',
    "blocks/hero/_sizes.scss": ".s { widht: 1px; }",
  });
  expect(await found()).toEqual([
    'blocks/hero/hero.scss: "widht" is not a known CSS property Did you mean "width" instead?',
    'blocks/hero/hero.scss:5:5: "colr" is not a known CSS property Did you mean "color" instead?',
  ]);
  site.write({
    "postcss.config.mjs":
      'export default { plugins: [{ postcssPlugin: "own", Once: (root) => { root.prepend("a { heigth: 1px }"); } }] };',
    "blocks/hero/_sizes.scss": "",
  });
  expect(await found()).toEqual([expect.stringMatching(/^blocks\/hero\/hero\.scss:5:5: "colr"/)]);
});

test("a configuration of PostCSS with an unknown key is refused, with the one that was meant", async () => {
  site.write({ "postcss.config.mjs": 'export default { map: false, plugin: { "postcss-nested": {} } };' });
  expect(await site.run("generate")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /The key "plugin" is not known\. Did you mean "plugins"\?\nWhere: .*postcss\.config\.mjs/,
    ),
  });
});
