import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fg from "fast-glob";
import type { Config } from "../config/config.ts";
import type { Lang } from "../content/model.ts";
import type { Rename } from "../content/redirects/rule.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import type { Output } from "../publish/output.ts";
import { blocksFingerprint, codeVersion, fingerprint } from "./code-version.ts";
import { ownBlocksFolder } from "./load-blocks.ts";
import type { BuildOptions, BuildReport } from "./options.ts";
import { readRenames } from "./redirects.ts";

/**
 * Everything an output depends on, as one hash: content, code, templates, configuration, redirect files, renames. Equal
 * key, equal output, so a build with the last one's key has nothing to do but to see that its files are still there.
 */
function buildKey(options: { config: Config; pulled: PullResult; renames: readonly Rename[] }): string {
  const { config, pulled, renames } = options;
  const { space, problems } = pulled;
  const hash = createHash("sha1");
  for (const lang of ["en", "de"] satisfies Lang[]) {
    for (const story of space.index(lang)) hash.update(story.uuid).update(story.hash);
    hash.update(JSON.stringify([space.global[lang], space.datasources[lang]]));
  }
  hash.update(JSON.stringify([{ ...config, storyblok: null }, renames, problems]));
  hash.update(
    [
      codeVersion(),
      blocksFingerprint(ownBlocksFolder(config)),
      fingerprint(["templates/*", "templates/{styles,fonts,icons}/**"]),
    ].join(),
  );
  hash.update(configuredFiles(config).join("\n"));
  return hash.digest("hex");
}

/** Content of the files that the configuration names: redirects and the badge. */
function configuredFiles({ redirects, site, root }: Config): string[] {
  const globs = redirects.filter((entry) => typeof entry === "string");
  if (site.badge && !URL.canParse(site.badge.image)) globs.push(site.badge.image);
  const files = fg.sync(globs, { cwd: root, absolute: true }).sort();
  return files.map((file) => `${file}\n${readFileSync(file, "latin1")}`);
}

interface LastBuild {
  key: string;
  report: Pick<BuildReport, "buildId" | "stories" | "redirects" | "problems"> & { pages: number };
}

/**
 * The last build's result again, where nothing it was made from has changed and its files lie untouched; else null.
 * A build with an asset that could not be had is not repeated like this: the asset may be there now.
 */
export async function unchangedBuild(options: {
  build: BuildOptions;
  pulled: PullResult;
  output: Output;
}): Promise<Omit<BuildReport, "ms" | "requests"> | null> {
  const { build, pulled, output } = options;
  if (pulled.moved || build.full || build.draft) return null;
  const last = readLastBuild(build.stateDir, build.out);
  if (
    !last ||
    last.report.problems.some(({ code, severity }) => code === "ASSET_FAILED" || (build.strict && severity !== "info"))
  )
    return null;
  const renames = await readRenames(build.stateDir);
  if (last.key !== buildKey({ config: build.config, pulled, renames }) || !output.isIntact(last.report.buildId))
    return null;
  const { pages, ...report } = last.report;
  return {
    ok: true,
    ...report,
    cv: pulled.space.cv,
    out: build.out,
    pages: { total: pages, written: 0, unchanged: pages, removed: 0 },
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

/** Remembers a finished build for the next run. */
export function rememberBuild(options: {
  build: BuildOptions;
  pulled: PullResult;
  renames: readonly Rename[];
  report: Omit<BuildReport, "ms" | "requests">;
}): void {
  const { build, pulled, renames, report } = options;
  if (build.dryRun || build.draft) return;
  const { buildId, stories, redirects, problems, pages } = report;
  const key = buildKey({ config: build.config, pulled, renames });
  writeLastBuild(build.stateDir, build.out, {
    key,
    report: { buildId, stories, redirects, problems, pages: pages.total },
  });
}

function readLastBuild(stateDir: string, out: string): LastBuild | null {
  try {
    return JSON.parse(readFileSync(fileFor(stateDir, out), "utf8")) as LastBuild;
  } catch {
    return null; // missing or damaged: the build runs
  }
}

function writeLastBuild(stateDir: string, out: string, last: LastBuild): void {
  const file = fileFor(stateDir, out);
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(last));
  renameSync(temporary, file);
}

/** One state folder may serve several output folders. */
function fileFor(stateDir: string, out: string): string {
  const name = createHash("sha1").update(out).digest("hex").slice(0, 12);
  return join(stateDir, "cache", `last-build-${name}.json`);
}
