import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import fg from "fast-glob";
import { IS_EXHAUSTIVE } from "./exhaustive.ts";

/** Modules that start a browser, a process or a bundler (which is a process). */
const HEAVY = /^(node:child_process|playwright|esbuild)$/;
const IMPORT = /(?:import|export)\s+(type\s)?[^;"]*?from\s+"([^"]+)"|import\(\s*"([^"]+)"|import\s+"([^"]+)"/g;

/**
 * Splits the test files by what they import, with paths relative to the repository: `unit` files import nothing that
 * starts a browser or a process, `mocking` ones replace a module, which no other file may have loaded before, and
 * `whole` are all others. Derived from the imports, so there is no list to maintain. Files named
 * `*.exhaustive.test.ts` are left out except in the exhaustive run.
 */
export function splitTests(
  root: string,
  isExhaustive = IS_EXHAUSTIVE,
): { unit: string[]; whole: string[]; mocking: string[] } {
  const imports = new Map<string, string[]>();
  const importsOf = (file: string) => {
    const known = imports.get(file) ?? readImports(file);
    imports.set(file, known);
    return known;
  };
  const ignore = isExhaustive ? [] : ["**/*.exhaustive.test.*"];
  const files = fg.sync("test/**/*.test.{ts,tsx}", { cwd: root, absolute: true, ignore }).sort();
  const mocking = files.filter((file) => readFileSync(file, "utf8").includes("vi.mock("));
  const unit = files.filter((file) => !mocking.includes(file) && !isHeavy(file, importsOf));
  const whole = files.filter((file) => !mocking.includes(file) && !unit.includes(file));
  const paths = (some: readonly string[]) => some.map((file) => relative(root, file));
  return { unit: paths(unit), whole: paths(whole), mocking: paths(mocking) };
}

function isHeavy(file: string, importsOf: (file: string) => readonly string[]): boolean {
  const seen = new Set([file]);
  for (const one of seen) {
    for (const specifier of importsOf(one)) {
      if (HEAVY.test(specifier)) return true;
      const path = resolve(dirname(one), specifier);
      if (specifier.startsWith(".") && /\.(ts|tsx|mjs)$/.test(path) && existsSync(path)) seen.add(path);
    }
  }
  return false;
}

/** Without type imports, which load nothing. */
function readImports(file: string): string[] {
  const found = [...readFileSync(file, "utf8").matchAll(IMPORT)];
  return found.flatMap(([, type, from, dynamic, bare]) => (type ? [] : [from ?? dynamic ?? bare ?? ""]));
}
