/** Which program installs a site's packages: npm, unless a lockfile tells otherwise. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface PackageManager {
  name: string;
  /** What a command of a package is started with. */
  run: string;
  lockfile: string;
  /** What the files for a CI, a host or a container say instead of the words for npm. */
  words?: Words;
}

interface Words {
  /** Gets the program where there is only Node. */
  setUp: string;
  /** Installs what the lockfile says. */
  install: string;
  /** What else an installation reads, if it is there. */
  settings: string;
  /** The folder below the home folder that Cloudflare keeps. */
  kept: string;
}

const NPM: PackageManager = { name: "npm", run: "npx", lockfile: "package-lock.json" };
const YARN = { setUp: "corepack enable", settings: ".yarnrc*", kept: ".cache/yarn" };
const PNPM = { setUp: "corepack enable", settings: "pnpm-workspace.yaml*", kept: ".pnpm-store" };
const BUN = { setUp: "npm install --global bun", settings: "bunfig.toml*", kept: ".bun/install/cache" };
const frozen = (name: string) => ({ install: `${name} install --frozen-lockfile` });
const OTHERS: readonly PackageManager[] = [
  { name: "pnpm", run: "pnpm exec", lockfile: "pnpm-lock.yaml", words: { ...PNPM, ...frozen("pnpm") } },
  { name: "yarn", run: "yarn", lockfile: "yarn.lock", words: { ...YARN, install: "yarn install --immutable" } },
  { name: "bun", run: "bunx", lockfile: "bun.lock", words: { ...BUN, ...frozen("bun") } },
];

/**
 * The one of the nearest lockfile, which a workspace has above the site; without one, the one that runs this program. What
 * is above the repository is not the site's.
 */
export function packageManagerOf(dir: string, agent = ""): PackageManager {
  const found = [NPM, ...OTHERS].find(({ lockfile }) => existsSync(join(dir, lockfile)));
  if (found) return versionOf(found, readFileSync(join(dir, found.lockfile), "utf8").includes("# yarn lockfile v1"));
  if (!existsSync(join(dir, ".git")) && dirname(dir) !== dir) return packageManagerOf(dirname(dir), agent);
  return versionOf(OTHERS.find(({ name }) => agent.startsWith(`${name}/`)) ?? NPM, agent.startsWith("yarn/1."));
}

function versionOf(manager: PackageManager, isYarn1: boolean): PackageManager {
  return isYarn1 ? { ...manager, words: { ...YARN, ...frozen("yarn") } } : manager;
}

/** A file for a CI, a host or a container, all of which are written for npm, with what the site is installed with. */
export function inWordsOf({ name, run, lockfile, words }: PackageManager, text: string): string {
  if (!words) return text;
  const { setUp, install, settings, kept } = words;
  return (
    text
      // GitHub's own cache asks the program where its packages are, and knows no Bun.
      .replace(/^( *)- uses: actions\/setup-node@/gm, `$1- run: ${setUp}\n$&`)
      .replace(/( *)cache: npm\n( *- run: )npm ci/g, `${name === "bun" ? "" : `$1cache: ${name}\n`}$2${install}`)
      .replace(/npm ci( --cache \.npm --prefer-offline| --omit=dev)?/g, `${setUp} && ${install}`)
      .replace("npm install --no-audit --no-fund", `${name} install`)
      .replace(/npm install (?=@|ssh2)/g, `${name} add `)
      .replace(/npx (?=sitegen)/g, `${run} `)
      .replace(/package-lock\.json(?= \.\/)/, `${lockfile} ${settings}`)
      .replace("package-lock.json", lockfile)
      .replace("/.npm/", `/${kept}/`)
      .replace("npm's cache", `${name}'s cache`)
      .replace(/- \.npm$/gm, "- node_modules")
  );
}
