/** What the development server shows of an error, and what it rebuilds for a changed file. */
import { existsSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Message } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { PACKAGE_ROOT } from "../../src/files/package-root.ts";
import { openBundler } from "../../src/generate/site-bundler.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { createDevSources } from "../../src/resident/dev/dev-sources.ts";
import { bundlerFailure, failureAt, failureText, failureWithoutLocation } from "../../src/resident/dev/failure.ts";
import { openModuleVersions } from "../../src/resident/dev/module-versions.ts";
import { createNodeCode } from "../../src/resident/dev/node-code.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { writeFiles } from "../helpers/site-from-space.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const root = join(realpathSync(folder.dir), "site");
const TEN_LINES = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join("\n");

function writeFile(path: string, text: string): string {
  writeFiles(root, { [path]: Buffer.from(text) });
  return join(root, path);
}

describe("a failure", () => {
  const file = writeFile("blocks/hero.tsx", TEN_LINES);

  test("shows two lines before and after its place, with a mark below the column", () => {
    expect(failureAt("Failed", "Why", { file, line: 9, column: 3 }, root)).toEqual({
      title: "Failed",
      message: "Why",
      place: "blocks/hero.tsx:9:3",
      frame: "   7 | line 7\n   8 | line 8\n>  9 | line 9\n     |   ^\n  10 | line 10",
    });
    expect(failureAt("", "", { file, line: 1, column: 0 }, root).frame).toBe(
      "> 1 | line 1\n    | ^\n  2 | line 2\n  3 | line 3",
    );
  });

  test("without a place, or of a file that does not exist, shows what is known", () => {
    expect(failureAt("Failed", "Why", null, root)).toMatchObject({ place: "", frame: "" });
    const outside = join(folder.dir, "gone.ts");
    expect(failureAt("", "", { file: outside, line: 1, column: 1 }, root)).toMatchObject({
      place: `${outside}:1:1`,
      frame: "",
    });
  });

  const message = (text: string, at?: string) =>
    ({ text, location: at === undefined ? null : { file: at, line: 2, column: 4 } }) as Message;

  test("of a package beside the site has a path without a way there and back", () => {
    const failure = bundlerFailure("Bundle", [message("Why", "../../ui/shout.ts")], "/repo/node_modules/sitegen", root);
    expect(failure.place).toBe("/repo/ui/shout.ts:2:5");
  });

  test("of a bundle shows the first error in full and four more", () => {
    const paths = ["site/blocks/hero.tsx", "css:/elsewhere/x.css", file, undefined, "odd/na:me.ts", "b.ts", "c.ts"];
    const messages = paths.map((at, index) => message(`error ${index}`, at));
    const failure = bundlerFailure("Bundle", messages, realpathSync(folder.dir), root);
    expect(failure.place).toBe("blocks/hero.tsx:2:5");
    expect(failure.message.split("\n")).toEqual([
      "error 0",
      "/elsewhere/x.css:2:5: error 1",
      "blocks/hero.tsx:2:5: error 2",
      "error 3",
      `${join(realpathSync(folder.dir), "odd/na:me.ts")}:2:5: error 4`,
      "and 2 more",
    ]);
    expect(bundlerFailure("Bundle", messages.slice(0, 5), root, root).message).not.toContain("more");
    expect(bundlerFailure("Bundle", [], root, root)).toMatchObject({ message: "", place: "" });
  });

  test("of a command has its title, code, place and hint", () => {
    const error = sitegenError("CONFIG_INVALID", { message: "Wrong.", where: "site.ts", hint: "Fix it." });
    const failure = failureWithoutLocation(error);
    expect(failure).toMatchObject({ title: "Invalid configuration CONFIG_INVALID", place: "site.ts" });
    expect(failureText(failure)).toBe("Invalid configuration CONFIG_INVALID\nsite.ts\nWrong.\nFix it.");
    expect(failureText(failureWithoutLocation(new Error("Broken")))).toBe("Unexpected error\nBroken");
    expect(failureWithoutLocation("text").message).toBe("text");
  });
});

describe("a changed file", () => {
  const at = (path: string) => join(root, path);
  const codeFile = writeFile("site.ts", "export default {}");
  const styleFile = writeFile("styles/site.css", "");
  const shared = join(realpathSync(folder.dir), "shared/util.ts");
  const out = at("out");

  const sources = async () => {
    mkdirSync(out, { recursive: true });
    writeFiles(folder.dir, { "shared/util.ts": Buffer.from(""), "library/card.tsx": Buffer.from("") });
    const config = {
      ...(await loadConfig({ cwd: PACKAGE_ROOT, env: {} })),
      root,
      file: at("sitegen.config.ts"),
      definition: undefined,
      redirects: ["redirects/*.csv", "rules/", { from: "/a", to: "/b" }],
      site: { companyName: "Example", badge: { image: "images/badge.svg", link: "", alt: "" } },
    } as unknown as Parameters<typeof createDevSources>[0]["config"];
    return createDevSources({
      config,
      others: [out, at("never-made")],
      codes: {
        inputs: () => ({
          all: new Set([codeFile, styleFile, shared, at("node_modules/package/index.js")]),
          serverOnly: [],
          folders: [at("read-by-postcss")],
          styles: new Set([styleFile]),
        }),
        places: () => ({
          folders: [join(realpathSync(folder.dir), "library")],
          icons: { favicon: at("icons/icon.svg") },
        }),
      },
    });
  };
  const scopeOf = async (...paths: string[]) => (await sources()).scopeOf(new Set(paths));

  test.each([
    ["code", codeFile, "all"],
    ["code outside of the site's folder", shared, "all"],
    ["new code", at("blocks/new.tsx"), "all"],
    ["new code in a folder of blocks", join(realpathSync(folder.dir), "library/new.css"), "all"],
    ["a new folder", at("blocks"), "all"],
    ["a removed folder", at("gone"), "all"],
    ["a stylesheet", styleFile, "styles"],
    ["an icon", at("icons/icon.svg"), "context"],
    ["the badge", at("images/badge.svg"), "context"],
    ["a redirect file", at("redirects/new.csv"), "context"],
    ["a redirect file in a folder", at("rules/new.csv"), "context"],
    ["a template", join(realpathSync(PACKAGE_ROOT), "templates/document.html"), "context"],
    ["a text that PostCSS reads", at("read-by-postcss/new.md"), "styles"],
    ["a text", at("README.md"), "none"],
    ["code elsewhere", join(folder.dir, "other.ts"), "none"],
    ["code in a folder with a similar name", `${root}-2/site.ts`, "none"],
  ])("%s asks for its scope", async (_, path, scope) => {
    expect(await scopeOf(path)).toBe(scope);
  });

  test("takes the largest scope of several; a removed stylesheet is a change of code", async () => {
    expect(await scopeOf(styleFile, at("icons/icon.svg"))).toBe("styles");
    expect(await scopeOf(styleFile, at("blocks/new.tsx"))).toBe("all");
    expect(await scopeOf(at("README.md"), at("icons/icon.svg"))).toBe("context");
    rmSync(styleFile);
    expect(await scopeOf(styleFile)).toBe("all");
    writeFile("styles/site.css", "");
    expect(await scopeOf()).toBe("none");
  });

  test("is in a watched folder, and not in an ignored one", async () => {
    const watched = await sources();
    const { deep, flat } = watched.folders();
    expect(deep).toEqual([root, join(realpathSync(folder.dir), "library")]);
    expect(flat).toEqual([join(realpathSync(folder.dir), "shared"), join(realpathSync(PACKAGE_ROOT), "templates")]);
    expect([out, at("node_modules"), at("blocks/dist"), at("blocks")].map((one) => watched.ignore(one))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("versions of code", () => {
  const map = (source: string) =>
    JSON.stringify({ version: 3, sources: [source], names: [], mappings: "AAAA;AACA,IAAI", sourcesContent: [null] });

  test("are run once each, and an error's place is found in the site's own file", async () => {
    const versions = openModuleVersions();
    const code = "export const url = import.meta.url;\nexport const other = 1;";
    try {
      const first = await versions.load({ code, map: map("blocks/hero.tsx") }, root);
      expect(await versions.load({ code, map: map("blocks/hero.tsx") }, root)).toBe(first);
      expect(versions.count()).toBe(1);
      const cause = new Error("Broken");
      cause.stack = `Error: Broken\n    at node:internal/x:1:1\n    at render (${first.url}:2:4)`;
      const error = new Error("Wrapped", { cause });
      const place = { file: join(root, "blocks/hero.tsx"), line: 2, column: 1 };
      expect(versions.locationOf(error, () => true)).toEqual(place);
      expect(versions.locationOf(error, () => false)).toEqual(place);
      expect(versions.locationOf(new Error("Elsewhere"), () => true)).toBeNull();
      expect(versions.locationOf("text", () => true)).toBeNull();
      for (const next of [1, 2, 3]) await versions.load({ code: `export const next = ${next};`, map: map("x") }, root);
      expect(versions.count()).toBe(4);
      expect(versions.locationOf(error, () => true)).toBeNull();
      versions.close();
      expect(existsSync(fileURLToPath(String(first.url)))).toBe(false);
    } finally {
      versions.close();
    }
  });
});

test("an error in a block costs one look at the definition alone, and what has it is still watched", async () => {
  const dir = join(realpathSync(folder.dir), "broken");
  const write = (path: string, text: string) => writeFiles(dir, { [path]: Buffer.from(text) });
  const fields = (text: string) => write("outside/fields.ts", text);
  write("site/site.ts", 'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };');
  write("site/sitegen.config.json", "{}");
  write("site/blocks/page/page.tsx", "export default function Page() { return null; }");
  write(
    "site/blocks/page/page.schema.ts",
    'import { fields } from "../../../outside/fields.ts";\nexport const schema = { name: "", kind: "page", fields };',
  );
  const config = await loadConfig({ cwd: join(dir, "site"), env: {} });
  const modules = openModuleVersions();
  let bundles = 0;
  const bundler = () => {
    bundles += 1;
    return openBundler(config);
  };
  const code = createNodeCode(config, { modules, bundler });
  const built = async () => {
    bundles = 0;
    const failed = await code.build().then(
      () => "",
      (error: Error) => error.message,
    );
    return [bundles, /end of file/.test(failed), code.inputs().includes(join(dir, "outside/fields.ts"))];
  };
  fields("export const fields = {};");
  expect(await built()).toEqual([2, false, true]);
  fields("export const fields = {");
  expect(await built()).toEqual([2, true, true]);
  fields("export const fields = {};");
  expect(await built()).toEqual([1, false, true]);
  await code.close();
  modules.close();
});
