/** The programs that tests run, besides Node: where they are, how they are installed, and which tests need them. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright";

interface TestProgram {
  /** Path of the program; null if it is missing. Throws if the environment names one that cannot be run. */
  find(): string | null;
  /** Debian's package; "" for what every Debian has and not every machine allows. */
  package: string;
  /** A test needs it if it names it for `programPath`, or imports this file, directly or not; relative to the repository. */
  helper: string;
  /** In the second case only if its text has this. */
  text?: RegExp;
}

const WHOLE_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const UNSHARE = "/usr/bin/unshare";

const SHELL = "chromium-headless-shell";

const BROWSER_HELPER = "test/helpers/browser.ts";

const PROGRAMS = {
  nginx: { find: () => at("/usr/sbin/nginx"), package: "nginx-light", helper: "test/render/hosts/servers.ts" },
  apache2: { find: () => at("/usr/sbin/apache2"), package: "apache2", helper: "test/render/hosts/servers.ts" },
  sshd: { find: () => at("/usr/sbin/sshd"), package: "openssh-server", helper: "test/deploy/ssh-server.ts" },
  "systemd-analyze": { find: () => at("/usr/bin/systemd-analyze"), package: "systemd", helper: "" },
  /** Allowed too: containers often forbid them. */
  namespaces: {
    find: () => (makesNamespaces() ? UNSHARE : null),
    package: "",
    helper: "test/helpers/namespace.ts",
  },
  /** Of several users, whose numbers only root may give. */
  "root's namespaces": {
    find: () => (process.getuid?.() === 0 && makesNamespaces() ? UNSHARE : null),
    package: "",
    helper: "test/helpers/image.ts",
  },
  /** Without windows, which takes a third less processor time per page; any other does as well. */
  browser: {
    find: () => chosenBrowser() ?? at(`/usr/bin/${SHELL}`) ?? wholeBrowser(),
    package: SHELL,
    helper: BROWSER_HELPER,
  },
  /** With scrollbars and the back/forward cache. */
  "whole browser": {
    find: () => chosenBrowser() ?? wholeBrowser(),
    package: "chromium",
    helper: BROWSER_HELPER,
    text: /\b(?:bfcache|scrollbars): true\b/,
  },
} satisfies Record<string, TestProgram>;

export type ProgramName = keyof typeof PROGRAMS;

/** Path of a program. Throws with what installs it. */
export function programPath(name: ProgramName): string {
  const path = PROGRAMS[name].find();
  if (path !== null) return path;
  throw new Error(`This test needs the ${name}, which is missing: npm test installs it, or ${howToInstall([name])}`);
}

/** Programs that tests need and that are missing. */
export function missingPrograms(): ProgramName[] {
  return (Object.keys(PROGRAMS) as ProgramName[]).filter((name) => PROGRAMS[name].find() === null);
}

/** True if a test file with this text, which loads these files, cannot run without the program. */
export function needsProgram(name: ProgramName, test: { text: string; loads: (file: string) => boolean }): boolean {
  const { helper, text }: TestProgram = PROGRAMS[name];
  const own = test.text.includes(`programPath("${name}")`);
  return own || (test.loads(helper) && (text === undefined || text.test(test.text)));
}

export function howToInstall(names: readonly ProgramName[]): string {
  const packages = packagesOf(names).join(" ");
  return packages === ""
    ? "run as somebody who may make namespaces"
    : `apt-get install --no-install-recommends ${packages}`;
}

function packagesOf(names: readonly ProgramName[]): string[] {
  return names.map((name) => PROGRAMS[name].package).filter((name) => name !== "");
}

/**
 * Installs what is missing, after saying so: Debian's packages as root or with sudo, else a browser of Playwright's. What
 * cannot be installed stays missing. The browser without windows is installed beside a whole one too, where Debian has it.
 */
export function installMissing(say: (line: string) => void): void {
  const missing = missingPrograms();
  const isSlow = !missing.includes("browser") && chosenBrowser() === null && at(`/usr/bin/${SHELL}`) === null;
  if (missing.length === 0 && !isSlow) return;
  const root = aptCommand();
  const wanted = packagesOf(missing);
  if (isSlow && root !== null && starts("/usr/bin/apt-cache", ["show", SHELL])) wanted.push(SHELL);
  if (wanted.length === 0) return;
  if (root !== null) {
    say(`Tests need the packages ${wanted.join(", ")}: installing them with apt-get.`);
    run([...root, "update", "-qq"]);
    // One by one: some distributions do not have all of them.
    for (const name of wanted) run([...root, "install", "-y", "-qq", "--no-install-recommends", name]);
  }
  if (PROGRAMS["whole browser"].find() !== null) return;
  say("Tests need a browser: Playwright downloads its own.");
  const cli = createRequire(import.meta.url).resolve("playwright/package.json");
  run([process.execPath, cli.replace(/package\.json$/, "cli.js"), "install", "chromium"]);
}

/** `apt-get` as root, without questions and without starting servers; null where that is not possible. */
function aptCommand(): string[] | null {
  if (!existsSync("/usr/bin/apt-get")) return null;
  const apt = ["env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1", "apt-get"];
  if (process.getuid?.() === 0) return apt;
  return spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0 ? ["sudo", "-n", ...apt] : null;
}

/** Errors are printed; the program is then still missing. */
function run([command = "", ...args]: readonly string[]): void {
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: 600_000 });
}

function chosenBrowser(): string | null {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM_PATH;
  if (!chosen) return null;
  if (at(chosen) !== null) return chosen;
  throw new Error(`PLAYWRIGHT_CHROMIUM_PATH is not executable: ${chosen}`);
}

/** Playwright names a path even if nothing is installed there, and its download may lack the system's libraries. */
function wholeBrowser(): string | null {
  const installed = WHOLE_BROWSERS.find((path) => at(path) !== null);
  const downloaded = chromium.executablePath();
  return installed ?? (at(downloaded) !== null && starts(downloaded) ? downloaded : null);
}

const started = new Map<string, boolean>();

function starts(path: string, args: readonly string[] = ["--version"]): boolean {
  const known = started.get(path) ?? spawnSync(path, args, { stdio: "ignore" }).status === 0;
  started.set(path, known);
  return known;
}

function makesNamespaces(): boolean {
  const script = "mount -t tmpfs tmpfs /tmp";
  return starts(UNSHARE, ["--user", "--map-root-user", "--mount", "--pid", "--fork", "sh", "-c", script]);
}

function at(path: string): string | null {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return null;
  }
}
