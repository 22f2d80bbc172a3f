import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../config/config.ts";
import { filesBelow } from "../files/file-hashes.ts";
import { shortHash, valueHash } from "../files/hash.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import type { Rename } from "../redirects/rule.ts";
import type { SiteSettings } from "../site/api/site-settings.ts";
import { isUrl } from "../util/is-url.ts";

/** The program's templates that a build reads. */
const TEMPLATES = ["document.html", "redirect.html", "flush-cache.html"].map((name) => `templates/${name}`);

export interface BuildInputs {
  config: Config;
  renames: readonly Rename[];
  code: CodeHashes;
}

/** Hashes of a site's code and of its browser files. */
export interface CodeHashes {
  site: string;
  client: string;
}

/**
 * Hash of everything the output depends on besides content: code, templates, configuration, redirect files, renames.
 */
export async function buildInputsHash({ config, renames, code }: BuildInputs): Promise<string> {
  return valueHash([
    // Public variables count through the code's hashes, which include those that the code uses.
    relativeTo(config.root, {
      ...config,
      root: "",
      storyblok: null,
      consoleKey: null,
      share: null,
      publicVariables: null,
    }),
    renames,
    codeVersion(),
    code.site,
    code.client,
    contentOf(TEMPLATES),
    await configuredFiles(config),
  ]);
}

/** Without the folder in which the site lies on this machine. */
function relativeTo(root: string, settings: object): unknown {
  const replaced = (_: string, value: unknown) =>
    typeof value === "string" && value.startsWith(root) ? relative(root, value) : value;
  return JSON.parse(JSON.stringify(settings, replaced));
}

/** Content of the files that the configuration names: redirects and the badge image. */
async function configuredFiles({ redirects, site, root }: Config): Promise<string[]> {
  const globs = redirects.filter((entry) => typeof entry === "string");
  if (site.badge && !isUrl(site.badge.image)) globs.push(site.badge.image);
  if (globs.length === 0) return [];
  const { default: fg } = await import("fast-glob"); // slow to load, so only if needed
  const files = fg.sync(globs, { cwd: root, absolute: true }).sort();
  return files.map((file) => `${relative(root, file)}\n${readFileSync(file, "latin1")}`);
}

/**
 * Hash of what every page depends on besides content. `siteHash` covers the site's definition, including its functions,
 * and what several blocks do when they are loaded.
 */
export function codeAndSettingsHash(
  settings: SiteSettings,
  { bundle, icons }: { bundle: { commonHash: string }; icons: { favicon: string; touchIcon: string } },
  siteHash: string,
): string {
  return valueHash([codeVersion(), siteHash, bundle.commonHash, icons, settings]);
}

/** Computed once: files that change later do not affect the running program. */
let ownSources: string | undefined;

/**
 * Changes whenever the program's code may have changed, and is the same on every machine: it decides whether a page is
 * rendered again, and which parts of a build fit together.
 */
export function codeVersion(): string {
  const isBundled = basename(join(fileURLToPath(import.meta.url), "..")) === "dist";
  ownSources ??= contentOf(
    isBundled ? ["dist/code"] : [...filesBelow(PACKAGE_ROOT, "src")].map(([path]) => path).sort(),
  );
  return shortHash(ownSources + contentOf(["templates/document.html", "package.json"]));
}

/** Hash over the content of files of the package. */
function contentOf(paths: readonly string[]): string {
  return shortHash(paths.map((path) => `${path}\n${readFileSync(join(PACKAGE_ROOT, path), "latin1")}`).join("\n"));
}
