import { basename, dirname } from "node:path";
import { ERROR_PAGE, type SiteStyles } from "./site-modules.ts";
import { mentionsIn, type SourceText } from "./style-classes.ts";
import type { TransitiveImports } from "./transitive-imports.ts";

export interface SplitStylesInput {
  /** All stylesheets of the site in order; absolute paths. */
  ordered: readonly string[];
  /** Those named in the definition. */
  entries: readonly string[];
  /** Those imported by code. */
  inCode: readonly string[];
  blocks: readonly { name: string; component: string | null }[];
  /** Modules of the layout. */
  layout: readonly string[];
  /** Modules of the error pages. */
  errorPages: readonly string[];
  reach: TransitiveImports;
  isOfPackage(path: string): boolean;
  /** Content of a module (empty for a package's) or of a compiled stylesheet. */
  sourceOf(path: string): SourceText;
}

/**
 * A stylesheet that fewer blocks use is not worth its bytes on pages without them. Of pages with six blocks, 95 in 100
 * have at least one of two in five blocks.
 */
const COMMON_SHARE = 0.4;
const COMMON_MIN_BLOCKS = 4;

const STYLESHEET = /\.(?:css|scss|sass)$/;

/** Styles of what is hidden until it is opened, such as an overlay: `overlay.late.css`. */
const LATE = /\.late(?:\.module)?\.\w+$/;

/**
 * Decides which page needs which stylesheet. A stylesheet belongs to the modules that import it; otherwise to the
 * module of the same name beside it, or else its block's folder. It also belongs to code that mentions all classes of
 * one of its rules. What the layout or most blocks use, what the definition names, and what belongs to nothing is on
 * every page; so are the styles of packages, since the site's own come after them.
 */
export function splitStyles(from: SplitStylesInput): SiteStyles {
  const { ordered, blocks } = from;
  const usedBy = createUsage(from);
  const shown = blocks.filter(({ component }) => component !== null);
  const least = Math.max(COMMON_MIN_BLOCKS, shown.length * COMMON_SHARE);
  const styles: SiteStyles = { base: [], late: [], units: [], uses: {}, lateUses: {} };
  for (const path of ordered) {
    const users = usedBy(path);
    const names = users && shown.filter(({ component }) => users.mentions(component ?? "")).map(({ name }) => name);
    if (LATE.test(path)) {
      // A word like "contact" is in a lot of code, so only what a block imports counts.
      const showing = shown.filter(({ component }) => users?.imports(component ?? "")).map(({ name }) => name);
      addLate(styles, path, showing);
    } else if (!users || !names || from.layout.some(users.mentions) || names.length >= least) styles.base.push(path);
    else if (names.length > 0) addUnit(styles, styles.uses, { path, names });
    else if (from.errorPages.some(users.mentions)) addLate(styles, path, [ERROR_PAGE]);
    else styles.base.push(path);
  }
  return styles;
}

/** A late stylesheet is linked after the markup of every page, and also before it where it is visible at once. */
function addLate(styles: SiteStyles, path: string, showing: readonly string[]): void {
  styles.late.push(path);
  if (showing.length > 0) addUnit(styles, styles.lateUses, { path, names: showing });
}

function addUnit(
  { units }: SiteStyles,
  uses: SiteStyles["uses"],
  { path, names }: { path: string; names: readonly string[] },
): void {
  const place = units.push(path) - 1;
  for (const name of names) uses[name] = [...((Object.hasOwn(uses, name) && uses[name]) || []), place];
}

/** Whether a module uses a stylesheet. */
interface Users {
  imports(module: string): boolean;
  /** Like `imports`, or the module mentions all classes of a rule. */
  mentions(module: string): boolean;
}

/** Finds the modules that use a stylesheet; null if it belongs to none. */
function createUsage(from: SplitStylesInput) {
  const { entries, inCode, blocks, reach, sourceOf } = from;
  const { modules, reached } = reach;
  const sets = new Map(Object.entries(reached).map(([module, places]) => [module, new Set(places)]));
  const folders = new Set(blocks.flatMap(({ component }) => (component === null ? [] : dirname(component))));
  const mentioning = mentionsIn(modules.map(sourceOf));
  const using = (path: string, fits: (module: string) => boolean): Users | null => {
    const places = modules.flatMap((module, place) => (fits(module) ? [place] : []));
    if (places.length === 0) return null;
    const rules = sourceOf(path).rules();
    const hasOne = (module: string, found: readonly number[]) => found.some((place) => sets.get(module)?.has(place));
    const imports = (module: string) => hasOne(module, places);
    return {
      imports,
      mentions: (module: string) =>
        imports(module) || rules.some((classes) => classes.every((name) => hasOne(module, mentioning(name)))),
    };
  };
  return (path: string): Users | null => {
    if (entries.includes(path) || from.isOfPackage(path)) return null;
    if (inCode.includes(path)) return using(path, (module) => module === path);
    const folder = blockFolder(path, folders);
    if (folder !== null) return using(path, (module) => module.startsWith(`${folder}/`) && !STYLESHEET.test(module));
    return using(path, (module) => dirname(module) === dirname(path) && stemOf(module) === stemOf(path));
  };
}

/** The block's folder that a file is in. */
function blockFolder(path: string, folders: ReadonlySet<string>): string | null {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (folders.has(folder)) return folder;
  }
  return null;
}

function stemOf(path: string): string {
  return basename(path)
    .replace(LATE, "")
    .replace(/(?:\.module)?\.\w+$/, "");
}
