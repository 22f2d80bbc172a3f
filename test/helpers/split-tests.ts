import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import fg from "fast-glob";
import { IS_EXHAUSTIVE } from "./exhaustive.ts";
import { needsProgram, type ProgramName } from "./test-programs.ts";

/** Modules that start a browser, a process or a bundler (which is a process). */
const HEAVY = /^(node:child_process|playwright|esbuild)$/;
const IMPORT = /(?:import|export)\s+(type\s)?[^;"]*?from\s+"([^"]+)"|import\(\s*"([^"]+)"|import\s+"([^"]+)"/g;

/** Test files by how they run, with paths relative to the repository. */
export interface SplitTests {
  unit: string[];
  whole: string[];
  mocking: string[];
}

/**
 * Splits the test files by what they import, with paths relative to the repository: `unit` files import nothing that
 * starts a browser or a process, `mocking` ones replace a module, which no other file may have loaded before, and
 * `whole` are all others. Derived from the imports, so there is no list to maintain. Files named
 * `*.exhaustive.test.ts` are left out except in the exhaustive run.
 */
export function splitTests(root: string, isExhaustive = IS_EXHAUSTIVE): SplitTests {
  const importsOf = rememberImports();
  const ignore = isExhaustive ? [] : ["**/*.exhaustive.test.*"];
  const files = fg.sync("test/**/*.test.{ts,tsx}", { cwd: root, absolute: true, ignore }).sort();
  const mocking = files.filter((file) => readFileSync(file, "utf8").includes("vi.mock("));
  const unit = files.filter((file) => !mocking.includes(file) && !isHeavy(file, importsOf));
  const whole = files.filter((file) => !mocking.includes(file) && !unit.includes(file));
  const paths = (some: readonly string[]) => some.map((file) => relative(root, file));
  return { unit: paths(unit), whole: paths(whole), mocking: paths(mocking) };
}

/** Without the files that need one of the missing programs; `leftOut` has those, by program. */
export function leaveOut(
  root: string,
  tests: SplitTests,
  missing: readonly ProgramName[],
): SplitTests & { leftOut: ReadonlyMap<ProgramName, string[]> } {
  const importsOf = rememberImports();
  const leftOut = new Map<ProgramName, string[]>();
  const isLeft = (path: string) => {
    const file = resolve(root, path);
    const text = readFileSync(file, "utf8");
    const loads = (helper: string) => loaded(file, importsOf).has(resolve(root, helper));
    const lacking = missing.filter((name) => needsProgram(name, { text, loads }));
    for (const name of lacking) leftOut.set(name, [...(leftOut.get(name) ?? []), path]);
    return lacking.length === 0;
  };
  const { unit, whole, mocking } = tests;
  return missing.length === 0
    ? { ...tests, leftOut }
    : { unit, whole: whole.filter(isLeft), mocking: mocking.filter(isLeft), leftOut };
}

function isHeavy(file: string, importsOf: ImportsOf): boolean {
  return [...loaded(file, importsOf)].some((one) => importsOf(one).isHeavy);
}

interface Imports {
  /** Files of the repository. */
  files: readonly string[];
  isHeavy: boolean;
}
type ImportsOf = (file: string) => Imports;

/** The file and all files of the repository that it loads. */
function loaded(file: string, importsOf: ImportsOf): ReadonlySet<string> {
  const seen = new Set([file]);
  for (const one of seen) for (const path of importsOf(one).files) seen.add(path);
  return seen;
}

/** Vitest reads its configuration for each project, and most test files load the same some hundred files. */
function rememberImports(): ImportsOf {
  const imports = new Map<string, Imports>();
  return (file) => {
    const known = imports.get(file) ?? readImports(file);
    imports.set(file, known);
    return known;
  };
}

/** Without type imports, which load nothing. */
function readImports(file: string): Imports {
  const found = [...readFileSync(file, "utf8").matchAll(IMPORT)];
  const named = found.flatMap(([, type, from, dynamic, bare]) => (type ? [] : [from ?? dynamic ?? bare ?? ""]));
  const paths = named.filter((one) => one.startsWith(".")).map((one) => resolve(dirname(file), one));
  return {
    files: paths.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(path)),
    isHeavy: named.some((one) => HEAVY.test(one)),
  };
}
