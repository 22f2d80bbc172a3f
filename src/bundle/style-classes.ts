/** Finds the code that uses a stylesheet's rules, by the class names that both contain. */

import { appendTo } from "../util/append-to.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import { once } from "../util/once.ts";

/**
 * A stylesheet's rules, each as the classes that must all be on the page for it to apply; rules without classes are
 * omitted.
 */
export function ruleClasses(css: string): string[][] {
  const bare = css.replace(/\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "");
  const found = new Map<string, string[]>();
  for (const [, list = ""] of bare.matchAll(/([^{};]+)\{/g)) {
    if (list.trim().startsWith("@")) continue;
    for (const selector of withoutBrackets(list).split(",")) {
      const classes = [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name).sort();
      if (classes.length > 0) found.set(classes.join(" "), classes);
    }
  }
  return [...found.values()];
}

/** Removes alternatives such as `:is(.a, .b)` and negations in parentheses, but keeps the class in `:has(.a)`. */
function withoutBrackets(selector: string): string {
  let left = selector.replace(/:(?:has|is|where)\(([^(),]*)\)/g, " $1 ");
  for (let before = ""; before !== left; ) {
    before = left;
    left = left.replace(/[([][^()[\]]*[)\]]/g, "");
  }
  return left;
}

/** The parts of a file that are searched, each computed on demand. */
export interface SourceText {
  /** The words in code. */
  words(): ReadonlySet<string>;
  /** The classes of a stylesheet's rules. */
  rules(): readonly (readonly string[])[];
}

export function sourceText(text: string): SourceText {
  return { words: once(() => new Set(text.match(/[\w-]+/g))), rules: once(() => ruleClasses(text)) };
}

/** Code without comments and import paths, which are not classes. */
export function withoutImports(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replace(/\b(from|import|import\(|require\()(\s*)(["'])[^"'\n]*\3/g, "$1");
}

/** Only the class names of the program's own code, which contains many common words. */
export function classNamesOnly(source: string): string {
  return [...source.matchAll(/className=(?:"[^"]*"|\{[^}]*\})/g)]
    .map(([text]) => text.slice("className=".length))
    .join(" ");
}

/**
 * Returns a function that finds the files that mention a class, by index. A word may be composed: `card--${kind}`
 * mentions every class that starts with `card--`.
 */
export function mentionsIn(files: readonly SourceText[]): (className: string) => readonly number[] {
  const byWord = new Map<string, number[]>();
  for (const [place, file] of files.entries()) for (const word of file.words()) appendTo(byWord, word, place);
  const known = new Map<string, readonly number[]>();
  return (className) =>
    getOrInsert(known, className, () => beginnings(className).flatMap((word) => byWord.get(word) ?? []));
}

/** The name itself, and the prefixes that composed words may have: `card--` for `card--wide`. */
function beginnings(name: string): string[] {
  const found = [name];
  for (let end = 2; end < name.length; end += 1) {
    if (/[-_]/.test(name[end - 1] ?? "") && !/[-_]/.test(name[end] ?? "")) found.push(name.slice(0, end));
  }
  return found;
}
