/** The reference pages match the code, and every link and command of the documentation works. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import fg from "fast-glob";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createProgram } from "../../cli/program.ts";
import { referencePages } from "../../scripts/docs.ts";
import { checkDefinition } from "../../src/site/check-definition.ts";
import { siteSchema } from "../../src/site/schema.ts";
import { defineSource } from "../../src/site/sources.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...fg.sync("docs/**/*.md", { cwd: ROOT })];
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test.each(Object.entries(referencePages()))("docs/%s is as `npm run gen` writes it", (name, text) => {
  expect(read(`docs/${name}`)).toBe(text);
});

/** As code hosts make the id of a heading. */
function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(pages)("%s", (page) => {
  const text = read(page)
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "");

  test("links and pictures lead to what is there", () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");
    const broken = targets.filter((target) => {
      if (/^(https?|mailto):/.test(target)) return false;
      const [path = "", anchor = ""] = target.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, file))) return true;
      return anchor !== "" && !anchors(read(file)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("every path in it exists", () => {
    const paths = [...read(page).matchAll(/`((?:src|cli|bin|test|bench|scripts|templates|docs)\/[^`\s<*…]*)`/g)];
    expect(paths.map(([, path = ""]) => path).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("commands and options are those of the program", () => {
    const streams = { stdout: process.stdout, stderr: process.stderr, env: {} };
    const program = createProgram(
      { streams, cwd: ".", signal: new AbortController().signal, onFailure: () => undefined },
      () => undefined,
    );
    for (const [, name = "", rest = ""] of read(page).matchAll(/(?:npx |`)sitegen ([a-z]+)\b([^`\n|#>]*)/g)) {
      const command = program.commands.find((one) => one.name() === name);
      if (!command) throw new Error(`There is no command "${name}".`);
      const known = ["--help", ...command.options.map(({ long }) => long)];
      const used = rest.match(/--[a-z][a-z-]*/g) ?? [];
      expect([name, used.filter((option) => !known.includes(option))]).toEqual([name, []]);
    }
  });
});

test("every file that a comment in the code names exists", () => {
  const files = fg.sync("{src,cli,scripts,bench,test,templates}/**/*", { cwd: ROOT });
  const named = fg
    .sync("{src,cli,scripts}/**/*.{ts,tsx}", { cwd: ROOT })
    .flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm)].flatMap(([comment]) =>
        [...comment.matchAll(/(?<=[\s(])(?:[\w.-]+\/)*[\w-]+\.tsx?\b/g)].map(([path]) => ({ file, path })),
      ),
    );
  expect(named.length).toBeGreaterThan(100);
  const isThere = (path: string) => files.some((one) => `/${one}`.endsWith(`/${path.replace(/^(?:\.{1,2}\/)+/, "")}`));
  expect(named.filter(({ path }) => !isThere(path))).toEqual([]);
});

test("each security test stands for a promise", () => {
  const security = read("SECURITY.md");
  const tests = fg.sync("test/security/*.test.ts", { cwd: ROOT });
  expect(tests.filter((path) => !security.includes(`\`${path}\``))).toEqual([]);
});

test("pictures are small", () => {
  const large = fg.sync("docs/images/*", { cwd: ROOT }).filter((file) => statSync(join(ROOT, file)).size > 150 * 1024);
  expect(large).toEqual([]);
});

interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  additionalProperties?: SchemaNode | boolean;
  anyOf?: SchemaNode[];
}

/** Every key at any depth, as the reference writes it. */
function keysOf(node: SchemaNode, path = ""): string[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const key = path === "" ? name : `${path}.${name}`;
    return [key, ...keysOf(child, key)];
  });
  const named = typeof node.additionalProperties === "object" ? [node.additionalProperties] : [];
  const entries = [node, ...(node.anyOf ?? [])].flatMap(({ items }) => items ?? []);
  return [
    ...own,
    ...entries.flatMap((entry) => keysOf(entry, `${path}[]`)),
    ...named.flatMap((child) => keysOf(child, `${path}.<name>`)),
  ];
}

test("every key of a site's definition is explained", () => {
  const schema = z.toJSONSchema(siteSchema, { io: "input", unrepresentable: "any" }) as SchemaNode;
  const keys = keysOf(schema);
  expect(keys).toEqual(expect.arrayContaining(["languages[].code", "consent.categories[].cookies", "layout.Document"]));
  const page = read("docs/site-definition.md");
  const meaning = (key: string) => page.split("\n").find((line) => line.startsWith(`| \`${key}\` |`)) ?? "";
  expect(keys.filter((key) => !/\| \S.* \|$/.test(meaning(key).replace(/^\| `[^`]+` /, "")))).toEqual([]);
});

test("a site that the documentation shows in full is right", () => {
  const shown = pages.flatMap((page) =>
    [...read(page).matchAll(/^```ts\n([\s\S]*?)^```/gm)].flatMap(([, code = ""]) => {
      const value = /export default defineSite\((\{[\s\S]*\})\);/.exec(code)?.[1];
      return value === undefined ? [] : [{ page, value }];
    }),
  );
  expect(shown.length).toBeGreaterThan(1);
  const products = defineSource({ load: () => [], key: String });
  for (const { page, value } of shown) {
    // The repository's own text: a literal, without names from elsewhere but for the source of docs/your-own-data.md.
    const definition: unknown = new Function("products", `return ${value}`)(products);
    expect(checkDefinition(definition, page)).toBe(definition);
  }
});
