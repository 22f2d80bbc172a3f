/** Which code may show what a stylesheet's rules are for, judged by the class names both mention. */

/** A stylesheet's rules, each as the classes that all must be on a page for it to apply; rules without any left out. */
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

/**
 * What is in brackets names alternatives, `:is(.a, .b)`, or what must be missing; but `:has(.a)` needs the one it
 * names.
 */
function withoutBrackets(selector: string): string {
  let left = selector.replace(/:(?:has|is|where)\(([^(),]*)\)/g, " $1 ");
  for (let before = ""; before !== left; ) {
    before = left;
    left = left.replace(/[([][^()[\]]*[)\]]/g, "");
  }
  return left;
}

/** A file's text as far as it is looked into here; each part is made when it is first asked for. */
export interface SourceText {
  /** Words of code. */
  words(): ReadonlySet<string>;
  /** Classes of a stylesheet's rules. */
  rules(): readonly (readonly string[])[];
}

export function sourceText(text: string): SourceText {
  let words: ReadonlySet<string> | undefined;
  let rules: string[][] | undefined;
  return {
    words() {
      words ??= new Set(text.match(/[\w-]+/g));
      return words;
    },
    rules() {
      rules ??= ruleClasses(text);
      return rules;
    },
  };
}

/** Code without its comments and the names of what it imports, which are no classes. */
export function withoutImports(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replace(/\b(from|import|import\(|require\()(\s*)(["'])[^"'\n]*\3/g, "$1");
}

/** Of the program's own code, which has many a common word, the classes alone. */
export function classNamesOnly(source: string): string {
  return [...source.matchAll(/className=(?:"[^"]*"|\{[^}]*\})/g)]
    .map(([text]) => text.slice("className=".length))
    .join(" ");
}

/**
 * Which of some files mention a class, by their places. A word may be put together: `card--${kind}` mentions every
 * class that begins so.
 */
export function mentionsIn(files: readonly SourceText[]): (className: string) => readonly number[] {
  const byWord = new Map<string, number[]>();
  for (const [place, file] of files.entries()) {
    for (const word of file.words()) {
      const places = byWord.get(word);
      if (places) places.push(place);
      else byWord.set(word, [place]);
    }
  }
  const known = new Map<string, readonly number[]>();
  return (className) => {
    const places = known.get(className) ?? beginnings(className).flatMap((word) => byWord.get(word) ?? []);
    known.set(className, places);
    return places;
  };
}

/** The name itself, and what of it a word may have that is put together with more: `card--` of `card--wide`. */
function beginnings(name: string): string[] {
  const found = [name];
  for (let end = 2; end < name.length; end += 1) {
    if (/[-_]/.test(name[end - 1] ?? "") && !/[-_]/.test(name[end] ?? "")) found.push(name.slice(0, end));
  }
  return found;
}
