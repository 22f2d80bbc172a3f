/** What a site's code may import of packages, and what is said where it cannot. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const SITE = `export default { languages: [{ code: "en" }], pageTypes: { page: {} }, styles: "./styles/site.css" };`;
const HERO = "export default function Hero({ headline }) { return <h1>{headline}</h1>; }\n";
/** As CSS frameworks are packed: their stylesheet stands under the condition `style` alone. */
const PACKAGE = {
  name: "tail",
  version: "1.0.0",
  exports: { ".": { style: "./index.css" }, "./plugin": { types: "./p.d.ts" } },
};

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite({
    "site.ts": SITE,
    "styles/site.css": "h1 { color: red }",
    "node_modules/tail/package.json": JSON.stringify(PACKAGE),
    "node_modules/tail/index.css": ".tail { color: rgb(4 5 6) }",
  });
});
afterAll(() => site.close());

/** The stylesheets that a page loads, as text. */
const stylesOf = (path: string) =>
  [...site.read(path).matchAll(/href="\/(_assets\/[^"]+\.css)"/g)].map(([, file = ""]) => site.read(file)).join("");

/** The hint of the error, or "". */
const hintFor = async (code: string) => {
  site.write({ "blocks/hero/hero.tsx": `${code}\n${HERO}` });
  return site.build().then(
    () => "",
    ({ hint }: { hint: string }) => hint,
  );
};

test("a stylesheet that its package exports under the condition style is found", async () => {
  expect(await hintFor('import "tail";')).toBe("");
  expect(stylesOf("index.html")).toContain(".tail{color:#040506}");
  site.write({ "styles/site.css": '@import "tail";\nh1 { color: red }' });
  expect(await hintFor("")).toBe("");
  expect(stylesOf("index.html")).toContain(".tail{color:#040506}");
});

test("an installed package is not told to be installed", async () => {
  expect(await hintFor('import "tail/plugin";')).toBe(
    '"tail" is installed, but its package.json exports no "tail/plugin" for such an import; its documentation names what can be imported.',
  );
  expect(await hintFor('import "not-there";')).toBe("Install it in the site's folder: npm install not-there");
});

test("with Yarn's Plug'n'Play, what lets packages be found is said", async () => {
  Object.assign(process.versions, { pnp: "3" });
  try {
    expect(await hintFor('import "not-there";')).toMatch(
      /^Install it: yarn add not-there\..*`enableGlobalCache: false`/,
    );
  } finally {
    Reflect.deleteProperty(process.versions, "pnp");
  }
});
