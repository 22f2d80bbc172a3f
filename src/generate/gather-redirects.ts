import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import type { Site } from "../content/map/site.ts";
import { sitegenError } from "../problems/errors.ts";
import { buildRedirects, type RedirectOutput } from "../redirects/build.ts";
import { inlineRule, type RawRule, type Rename } from "../redirects/rule.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { redirectedRenames } from "./rename-record.ts";

/** All redirects: from the configured files, inline rules, and the rename record. */
export async function gatherRedirects(
  config: Config,
  { site, renames, definition }: { site: Pick<Site, "paths">; renames: readonly Rename[]; definition: ResolvedSite },
): Promise<RedirectOutput> {
  return buildRedirects({
    rules: await readRules(config),
    renames: redirectedRenames(renames, definition),
    livePaths: site.paths,
    origin: config.site.origin ?? definition.languages[0].origin,
    base: config.site.base,
    definition,
  });
}

async function readRules(config: Config): Promise<RawRule[]> {
  const lists = await Promise.all(
    config.redirects.map((entry, index) =>
      typeof entry === "string" ? readFiles(entry, config.root) : [inlineRule(entry, `redirects[${index}]`)],
    ),
  );
  return lists.flat().map((rule) => withPlatformName(rule, config.site.platformName));
}

const PLATFORM = /\{platform(?:-name)?\}/g;

/** Replaces `{platform-name}` or `{platform}` in a rule with the configured name as a slug. */
function withPlatformName(rule: RawRule, platformName: string | undefined): RawRule {
  const fill = (text: string) =>
    text.replace(PLATFORM, (placeholder) => {
      if (platformName !== undefined) return platformName.toLowerCase();
      throw sitegenError("REDIRECTS_INVALID", {
        message: `The rule for ${rule.from} uses ${placeholder}, but the configuration has no "site.platformName".`,
        where: rule.where,
        hint: 'Set "site.platformName", or write the path without the placeholder.',
      });
    });
  return { ...rule, from: fill(rule.from), to: fill(rule.to) };
}

async function readFiles(glob: string, root: string): Promise<RawRule[]> {
  // Only if the configuration names files.
  const [{ default: fg }, { parseRedirectFile }] = await Promise.all([
    import("fast-glob"),
    import("../redirects/parse.ts"),
  ]);
  const files = (await fg(glob, { cwd: root, absolute: true })).sort();
  const texts = files.map(async (path) =>
    parseRedirectFile({ file: relative(root, resolve(path)), text: await readFile(path, "utf8") }),
  );
  return (await Promise.all(texts)).flat();
}
