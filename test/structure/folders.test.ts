/** Which folder may import which, checked against the code. docs/architecture.md has the same table. */
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import fg from "fast-glob";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Folder -> folders it may import, besides `src/util`. */
const MAY_IMPORT: Record<string, string[]> = {
  "src/problems": [],
  "src/files": ["src/problems"],
  "src/util": [],
  "src/validation": [],
  "src/site": ["src/problems", "src/validation"],
  "src/content": ["src/problems", "src/site"],
  "src/redirects": ["src/problems", "src/content"],
  "src/config": ["src/problems", "src/validation", "src/files"],
  "src/fetch": ["src/problems", "src/content", "src/site", "src/files"],
  "src/sources": ["src/problems", "src/content", "src/site", "src/files"],
  "src/space": ["src/problems", "src/content", "src/site", "src/files", "src/http"],
  "src/assets": ["src/problems", "src/content", "src/site", "src/files", "src/http"],
  "src/kit": ["src/content", "src/site"],
  "src/blocks": ["src/content", "src/site", "src/kit", "src/exports"],
  "src/client": ["src/content", "src/site", "src/kit", "src/redirects"],
  "src/parts": ["src/content", "src/site", "src/kit", "src/client"],
  "src/bundle": ["src/problems", "src/validation", "src/files", "src/assets", "src/content", "src/site"],
  "src/render": ["src/kit", "src/content", "src/redirects", "src/site", "src/problems", "src/http"],
  "src/http": [],
  "src/deploy": ["src/problems", "src/files", "src/content", "src/http", "src/publish"],
  "src/state": ["src/problems", "src/files", "src/fetch", "src/publish", "src/deploy"],
  "src/verify": ["src/problems", "src/files", "src/content", "src/http", "src/publish", "src/deploy"],
  "src/doctor": ["src/problems", "src/files", "src/fetch", "src/publish", "src/verify"],
  "src/check": ["src/problems", "src/content", "src/redirects", "src/site"],
  "src/export": ["src/problems", "src/content", "src/site", "src/space", "src/publish"],
  "src/forms": ["src/site", "src/content", "src/render"],
  "src/edge": ["src/content", "src/render", "src/site"],
  "src/outputs": ["src/validation", "src/content", "src/render", "src/site"],
  "src/init": [
    "src/problems",
    "src/files",
    "src/space",
    "src/config",
    "src/site",
    "src/content",
    "src/fetch",
    "src/http",
  ],
  "src/incremental": [
    "src/problems",
    "src/config",
    "src/redirects",
    "src/files",
    "src/site",
    "src/content",
    "src/assets",
    "src/fetch",
  ],
  "src/listen": ["src/problems", "src/files", "src/site", "src/forms", "src/http"],
  "src/publish": ["src/problems", "src/content", "src/files"],
};
/** May import everything but what comes after them: the build and its steps, what is made of it, the commands. */
const OPEN = ["src/generate", "src/preview", "src/resident", "src/serve", "src/exports", "cli", "bin"];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = fg.sync(["src/**/*.{ts,tsx}", "cli/**/*.ts", "bin/*.ts"], { cwd: root });
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const pattern = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?["'](\.[^"']+)["']/gm;
  const dynamic = /import\(\s*["'](\.[^"']+)["']\s*\)/g;
  const at = (path: string) => relative(root, resolve(root, dirname(file), path));
  const fixed = [...text.matchAll(pattern)].map((match) => ({
    from: file,
    to: at(match[2] ?? ""),
    typeOnly: match[1] !== undefined,
  }));
  const lazy = [...text.matchAll(dynamic)].map((match) => ({ from: file, to: at(match[1] ?? ""), typeOnly: false }));
  return [...fixed, ...lazy];
}

function folderOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  return top === "src" ? `src/${second}` : top;
}

describe("folders", () => {
  test.each(Object.keys(MAY_IMPORT))("%s imports only what it may", (folder) => {
    const allowed = [folder, "src/util", ...(MAY_IMPORT[folder] ?? [])];
    const wrong = imports.filter(({ from, to }) => folderOf(from) === folder && !allowed.includes(folderOf(to)));
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test.each(OPEN)("%s imports nothing that is made of it", (folder) => {
    const later = OPEN.slice(OPEN.indexOf(folder) + 1);
    const wrong = imports.filter(({ from, to }) => folderOf(from) === folder && later.includes(folderOf(to)));
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test("every folder is known", () => {
    const known = [
      ...Object.keys(MAY_IMPORT),
      ...OPEN,
      "src/problems/errors.ts",
      "src/space/own-tokens.ts",
      "src/problems/problem-codes.ts",
      "src/problems/problem.ts",
      "src/problems/reporter.ts",
      "src/files/checksum-file.ts",
      "src/files/hash.ts",
      "src/files/write-file-atomic.ts",
      "src/files/full-disk.ts",
      "src/files/state-table.ts",
      "src/files/package-root.ts",
      "src/files/script-file.ts",
      "src/files/watch-folders.ts",
    ];
    expect([...new Set(files.map(folderOf))].filter((folder) => !known.includes(folder))).toEqual([]);
  });

  test.each([...Object.keys(MAY_IMPORT), ...OPEN])(
    "the folders and files of %s import each other in one direction",
    (folder) => {
      const depth = folder.split("/").length + 1;
      const roomOf = (file: string) => file.split("/").slice(0, depth).join("/");
      const edges = new Map<string, string[]>();
      for (const { from, to } of imports)
        if (folderOf(from) === folder && folderOf(to) === folder && roomOf(from) !== roomOf(to))
          edges.set(roomOf(from), [...(edges.get(roomOf(from)) ?? []), roomOf(to)]);
      expect(findCycle(edges)).toEqual([]);
    },
  );

  test("no file imports itself in a circle, through types neither", () => {
    const edges = new Map<string, string[]>();
    for (const { from, to } of imports) edges.set(from, [...(edges.get(from) ?? []), to]);
    expect(imports.some(({ typeOnly }) => typeOnly)).toBe(true);
    expect(findCycle(edges)).toEqual([]);
  });
});

function findCycle(edges: ReadonlyMap<string, string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): string[] => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of edges.get(file) ?? []) {
      const cycle = visit(next, [...trail, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of edges.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

describe("code rules", () => {
  test("no file is longer than 300 lines", () => {
    const long = files.filter(
      (file) => !file.includes("/gen/") && readFileSync(join(root, file), "utf8").split("\n").length > 301,
    );
    expect(long).toEqual([]);
  });

  test("every file says what it is, at its top or above an export; a block's schema by its name and description", () => {
    const silent = files.filter((file) => !/\.schema\.tsx?$/.test(file) && !/^\/\*\*|\*\/\nexport /.test(text(file)));
    expect(silent).toEqual([]);
  });

  test("no default exports, no any, nothing left open", () => {
    const offenders = files.filter(
      (file) =>
        /^export default |: any\b|as any\b/m.test(code(file)) ||
        /@ts-(ignore|expect-error|nocheck)|biome-ignore|\b(TODO|FIXME)\b|\bas (unknown as|never\b)/.test(text(file)),
    );
    expect(offenders).toEqual([]);
  });

  test("only config and functions at the edge read the content service's environment, only the command line exits", () => {
    const readers = files.filter((file) => /\benv\.STORYBLOK_\w+/.test(code(file)));
    expect(readers.length).toBeGreaterThan(0);
    expect(readers.filter((file) => !/^src\/(config|edge)\//.test(file))).toEqual([]);
    const exits = files.filter((file) => /process\.exit\(/.test(code(file)));
    expect(exits).toEqual(["cli/main.ts"]);
  });

  test("what is installed with it is imported, and the README says why it is there", () => {
    const { dependencies, peerDependencies } = JSON.parse(text("package.json"));
    const all = files.map(code).join("\n");
    const readme = text("README.md");
    for (const name of Object.keys({ ...dependencies, ...peerDependencies }).filter((one) => !/^@types/.test(one))) {
      const is = [new RegExp(`["'\`]${name}["'\`/]`).test(all), new RegExp(`^\\|.*${name}.*\\|$`, "m").test(readme)];
      expect([name, ...is]).toEqual([name, true, true]);
    }
  });
});

function text(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function code(file: string): string {
  return text(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
