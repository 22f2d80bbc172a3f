/**
 * A target that is switched holds a tree for each of some builds, and one link or object that says which of them is
 * live. A tree is an ordinary target: a deploy goes into one that is not live.
 */
import { isBuildId } from "../../publish/paths.ts";
import type { TargetAddress } from "../parse-target.ts";
import type { Target } from "../target.ts";

export interface Trees {
  /** Where their lock and index are: a target that holds no site. */
  container: TargetAddress;
  addressOf(tree: string): TargetAddress;
  /** The live tree; null if the target does not exist. Throws DEPLOY_SWITCH if something else has its place. */
  live(container: Target): Promise<string | null>;
  /**
   * Makes a tree live, in one step. Throws DEPLOY_SWITCH if the host does not follow links; what is live is then as
   * it was.
   */
  switchTo(container: Target, to: Pick<TreeOfBuild, "tree" | "build">): Promise<void>;
  close(): void;
}

/** A complete tree. */
export interface TreeOfBuild {
  tree: string;
  build: string;
  /** When it was deployed, in ISO format. */
  at: string;
}

export interface TreeIndex {
  /** In the order in which they became live by a deploy; one that was live again counts anew when the next follows it. */
  builds: TreeOfBuild[];
  /** The tree that a deploy is changing, or has left incomplete. */
  working: string | null;
}

export const INDEX_FILE = "index.json";

export function isTree(value: unknown): value is string {
  return typeof value === "string" && /^t[1-9]\d{0,4}$/.test(value);
}

/** An empty one for anything that is no index: its trees are then unknown, and stay as they are. */
export function parseIndex(text: string): TreeIndex {
  try {
    const { builds, working } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (!Array.isArray(builds)) return { builds: [], working: null };
    return { builds: builds.filter(isTreeOfBuild), working: isTree(working) ? working : null };
  } catch {
    return { builds: [], working: null };
  }
}

export function indexText(index: TreeIndex): string {
  return `${JSON.stringify(index, null, 1)}\n`;
}

function isTreeOfBuild(value: unknown): value is TreeOfBuild {
  if (typeof value !== "object" || value === null) return false;
  const { tree, build, at } = value as Partial<Record<string, unknown>>;
  return isTree(tree) && isBuildId(build) && typeof at === "string" && /^[\dTZ:.-]{1,40}$/.test(at);
}

/** The tree for the next build: the one that was left incomplete, the oldest if there are enough, or a new one. */
export function treeToFill({ builds, working }: TreeIndex, live: string | null, keepBuilds: number): string {
  if (working !== null && working !== live) return working;
  const idle = builds.filter(({ tree }) => tree !== live);
  const [oldest] = idle;
  if (oldest && idle.length >= Math.max(1, keepBuilds)) return oldest.tree;
  const numbers = [...builds.map(({ tree }) => tree), live ?? "t0"].map((tree) => Number(tree.slice(1)));
  return `t${Math.max(0, ...numbers) + 1}`;
}

/** The trees' folder: `/var/www/site` -> `.site.builds` beside it. */
export function treesName(name: string): string {
  return `.${name}.builds`;
}
