import { basename, dirname } from "node:path";
import type { ModuleReach } from "./module-reach.ts";
import type { SiteStyles } from "./site-modules.ts";

export interface DividedFrom {
  /** All stylesheets of the site in their order, absolute. */
  ordered: readonly string[];
  /** Those among them that the definition names. */
  entries: readonly string[];
  /** Those among them that code imports. */
  inCode: readonly string[];
  blocks: readonly { name: string; component: string | null }[];
  /** Modules of what stands around every page. */
  layout: readonly string[];
  /** Modules of the pages that stand in for missing ones. */
  errorPages: readonly string[];
  reach: ModuleReach;
}

/** A stylesheet that fewer blocks use is not worth the bytes on a page without them. */
const SHARE = 0.6;
const LEAST = 4;

/** What nobody sees before they open it, an overlay say: `overlay.late.css`. */
const LATE = /\.late(?:\.module)?\.\w+$/;

/**
 * Says which page needs which stylesheet. A stylesheet goes with the modules that import it; one that none imports goes
 * with the module beside it that is named alike, else with its block's folder. What the layout or most blocks use, what
 * the definition names and what goes with nothing is on every page; so is what packages bring, since the site's own
 * stylesheets come after it.
 */
export function divideStyles(from: DividedFrom): SiteStyles {
  const { ordered, blocks } = from;
  const usedBy = createUsage(from);
  const shown = blocks.filter(({ component }) => component !== null);
  const least = Math.max(LEAST, shown.length * SHARE);
  const styles: SiteStyles = { base: [], late: [], units: [], uses: {}, early: [] };
  const early = new Set<string>();
  for (const path of ordered) {
    const users = usedBy(path);
    const names = users && shown.filter(({ component }) => users(component ?? "")).map(({ name }) => name);
    const isLate = LATE.test(path);
    if (isLate) for (const name of names ?? []) early.add(name);
    if (isLate) styles.late.push(path);
    else if (!users || !names || from.layout.some(users) || names.length >= least) styles.base.push(path);
    else if (names.length > 0) addUnit(styles, path, names);
    else if (from.errorPages.some(users)) styles.late.push(path);
    else styles.base.push(path);
  }
  return { ...styles, early: [...early].sort() };
}

function addUnit({ units, uses }: SiteStyles, path: string, names: readonly string[]): void {
  const place = units.push(path) - 1;
  for (const name of names) uses[name] = [...(uses[name] ?? []), place];
}

/** Tells for a stylesheet which modules use it; null where it goes with none. */
function createUsage({ entries, inCode, blocks, reach: { modules, reached } }: DividedFrom) {
  const sets = new Map(Object.entries(reached).map(([module, places]) => [module, new Set(places)]));
  const folders = new Set(blocks.flatMap(({ component }) => (component === null ? [] : dirname(component))));
  const reaching = (found: readonly number[]) => (module: string) =>
    found.some((place) => sets.get(module)?.has(place) === true);
  const placesOf = (fits: (module: string) => boolean) =>
    modules.flatMap((module, place) => (fits(module) ? [place] : []));
  return (path: string): ((module: string) => boolean) | null => {
    if (entries.includes(path) || path.includes("/node_modules/")) return null;
    if (inCode.includes(path)) return reaching(placesOf((module) => module === path));
    const alike = placesOf((module) => dirname(module) === dirname(path) && stemOf(module) === stemOf(path));
    const folder = blockFolder(path, folders);
    if (folder !== null) return reaching(placesOf((module) => module.startsWith(`${folder}/`)));
    return alike.length > 0 ? reaching(alike) : null;
  };
}

/** The folder of the block that a file lies in. */
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
