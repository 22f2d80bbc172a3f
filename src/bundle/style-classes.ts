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

/** What stands in brackets names alternatives, `:is(.a, .b)`, or what must be missing; but `:has(.a)` needs the one it names. */
function withoutBrackets(selector: string): string {
  let left = selector.replace(/:(?:has|is|where)\(([^(),]*)\)/g, " $1 ");
  for (let before = ""; before !== left; ) {
    before = left;
    left = left.replace(/[([][^()[\]]*[)\]]/g, "");
  }
  return left;
}

export interface Mentions {
  has(className: string): boolean;
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

/** Words of some code. A word may be put together: `card--${kind}` mentions every class that begins so. */
export function mentionsIn(sources: Iterable<string>): Mentions {
  const words = new Set<string>();
  for (const source of sources) for (const [word] of source.matchAll(/[\w-]+/g)) words.add(word);
  return {
    has(name) {
      if (words.has(name)) return true;
      for (let end = 2; end < name.length; end += 1) {
        if (/[-_]/.test(name[end - 1] ?? "") && !/[-_]/.test(name[end] ?? "") && words.has(name.slice(0, end)))
          return true;
      }
      return false;
    },
  };
}
