/** Which program installs a site's packages: npm, unless a lockfile tells otherwise. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

interface PackageManager {
  name: string;
  /** What a command of a package is started with. */
  run: string;
  lockfile: string;
}

const NPM: PackageManager = { name: "npm", run: "npx", lockfile: "package-lock.json" };
const ALL: readonly PackageManager[] = [
  NPM,
  { name: "pnpm", run: "pnpm exec", lockfile: "pnpm-lock.yaml" },
  { name: "yarn", run: "yarn", lockfile: "yarn.lock" },
  { name: "bun", run: "bunx", lockfile: "bun.lock" },
];

/** The one of the nearest lockfile, which a workspace has above the site. What is above the repository is not the site's. */
export function packageManagerOf(dir: string): PackageManager {
  const found = ALL.find(({ lockfile }) => existsSync(join(dir, lockfile)));
  if (found) return found;
  return existsSync(join(dir, ".git")) || dirname(dir) === dir ? NPM : packageManagerOf(dirname(dir));
}
