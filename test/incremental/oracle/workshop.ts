/** Builds of a site: one that goes on from edit to edit, and one from nothing to compare it with. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { startSpaceService } from "../../../bench/space/service/start-space-service.ts";
import { openProject } from "../../../src/generate/project.ts";
import type { Problem } from "../../../src/problems/problem.ts";
import { buildSite, filesOf } from "../../helpers/build-site.ts";
import { copyBundles } from "../../helpers/bundles.ts";
import { runHere } from "../../helpers/run-here.ts";
import { firstDifference } from "./difference.ts";
import type { Edited } from "./edit-kind.ts";
import type { Site } from "./spaces.ts";

/** A site that is edited and built, from its first build on. */
export interface Bench extends Edited {
  /** Builds what was edited. */
  build(): Promise<void>;
  /** Problems of the last build. */
  problems(): readonly Problem[];
  /** True if the last build published other files or problems than the one before. */
  hasChanged(): boolean;
  /** What differs between the last build and one from nothing, in a few lines; "" if nothing does. */
  difference(): Promise<string>;
  close(): Promise<void>;
}

export interface Workshop {
  /** A copy of the site's first build. One at a time, since edits may change the site's code. */
  open(keeps: boolean): Promise<Bench>;
}

/** Makes the first build of a site, whose code is in `code/` of a folder, in that folder. */
export async function openWorkshop(open: (code: string) => Promise<Site>, dir: string): Promise<Workshop> {
  const code = join(dir, "code");
  mkdirSync(code, { recursive: true });
  const site = await open(code);
  const base = join(dir, "base");
  const first = await openBench(base, [], false);
  await first.build().finally(() => first.close());
  return {
    async open(keeps) {
      const folder = join(dir, "grown");
      rmSync(folder, { recursive: true, force: true });
      cpSync(base, folder, { recursive: true, preserveTimestamps: true });
      return openBench(folder, first.problems(), keeps);
    },
  };

  async function openBench(folder: string, given: readonly Problem[], keeps: boolean): Promise<Bench> {
    const project = keeps ? openProject() : null;
    const assets = new Map(site.assets);
    const service = await startSpaceService({ space: { ...site.contents, assets }, rateLimit: false, quiet: true });
    const restore: (() => void)[] = [];
    const [before, clean] = [join(dir, "before"), join(dir, "clean")];
    let [lastProblems, problems] = [given, given];
    const buildIn = async (at: string, full: boolean) => {
      mkdirSync(join(at, "state"), { recursive: true });
      const config = join(dir, "sitegen.config.json");
      writeFileSync(config, JSON.stringify(configWith(site, bench.redirects)));
      const kept = at === folder ? project : null;
      const overrides = { allowRemovals: true, full, ...(kept && { project: kept }) };
      const { report } = await buildSite({
        service,
        config,
        out: join(at, "out"),
        stateDir: join(at, "state"),
        overrides,
      });
      (await kept?.graph({ stateDir: join(at, "state"), ignore: false }))?.indexUsers();
      return report.problems;
    };
    const bench: Bench = {
      site,
      service,
      assets,
      redirects: [],
      isReplaced: false,
      write(path, text) {
        const file = join(code, path);
        const [original, { atime, mtime }] = [readFileSync(file), statSync(file)];
        restore.push(() => {
          writeFileSync(file, original);
          utimesSync(file, atime, mtime);
        });
        writeFileSync(file, text);
      },
      async build() {
        rmSync(before, { recursive: true, force: true });
        if (existsSync(join(folder, "out"))) cpSync(join(folder, "out"), before, { recursive: true });
        const full = bench.isReplaced;
        bench.isReplaced = false;
        lastProblems = problems;
        problems = await buildIn(folder, full);
      },
      problems: () => problems,
      hasChanged: () =>
        JSON.stringify([filesOf(before), lastProblems]) !== JSON.stringify([filesOf(join(folder, "out")), problems]),
      async difference() {
        rmSync(clean, { recursive: true, force: true });
        mkdirSync(join(clean, "state"), { recursive: true });
        // Paths of renamed stories, and what the build before has left for pages that are open.
        const renames = join(folder, "state/renames.json");
        if (existsSync(renames)) cpSync(renames, join(clean, "state/renames.json"));
        const hasKept = keepsOnly(join(folder, "out"), before);
        if (hasKept) cpSync(before, join(clean, "out"), { recursive: true });
        if (restore.length === 0) copyBundles(join(folder, "state/cache"), join(clean, "state/cache"));
        const expected = await buildIn(clean, false);
        const outs = [join(folder, "out"), join(clean, "out")] as const;
        return (
          firstDifference(...outs, { hasKept }) ||
          differenceOf("problems", problems, expected) ||
          (await whyDifference(folder, clean, before))
        );
      },
      async close() {
        for (const put of restore.reverse()) put();
        await service.close();
      },
    };
    return bench;
  }
}

const configWith = ({ name, definition }: Site, redirects: Edited["redirects"]) => ({
  ...{ definition, redirects, keepBuilds: 1, hosts: ["serve", "netlify", "apache", "vercel"] },
  site: { companyName: "X", ...(name !== "mixed" && { origin: "https://x.example" }) }, // each language has its own there
  storyblok: { requestsPerSecond: 1000 },
});

/** Ids of the builds whose files are in out/. */
function buildsIn(out: string): string[] {
  const folder = join(out, "_assets/builds/files");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
}

/**
 * True if the files that out/ keeps are those of builds in an earlier copy of it. Otherwise a build has published twice,
 * first some stories and then the rest, and keeps what the first time has left.
 */
function keepsOnly(out: string, before: string): boolean {
  const earlier = buildsIn(before);
  return buildsIn(out).filter((id) => !earlier.includes(id)).length <= 1;
}

function differenceOf(of: string, found: unknown, expected: unknown): string {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value, null, 1).split("\n")) as [
    string[],
    string[],
  ];
  const at = one.findIndex((line, index) => line !== other[index]);
  if (at < 0 && one.length === other.length) return "";
  const around = (lines: string[]) => lines.slice(Math.max(0, at - 3), at + 4).join("\n");
  return `${of}\n- this build:\n${around(one)}\n- from nothing:\n${around(other)}`;
}

/**
 * How many of the pages that the last build wrote are asked what they were built from. A page that a publish looked at and
 * did not write, since it is the same as before, is not asked: it keeps what it had.
 */
const EXPLAINED = 12;

async function whyDifference(grown: string, clean: string, before: string): Promise<string> {
  const [last, now] = [filesOf(before), filesOf(join(clean, "out"))];
  const pages = Object.keys(now).filter((path) => /(^|\/)index\.html$/.test(path));
  const written = pages.filter((path) => last[path] !== now[path]);
  for (const path of spread(written, EXPLAINED)) {
    const [one, other] = await Promise.all([grown, clean].map((folder) => explained(path, folder)));
    const difference = differenceOf(`why ${path}`, one, other);
    if (difference !== "") return difference;
  }
  return "";
}

function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(all.length / count));
  return all.filter((_, at) => at % step === 0);
}

/** What `sitegen why` says that a page was built from, in any order. */
async function explained(path: string, folder: string): Promise<string[]> {
  const route = `/${path.replace(/index\.html$/, "")}`;
  const { stdout, stderr } = await runHere(["why", route, "--state", join(folder, "state")], { cwd: folder });
  const [, from = ""] = stdout.split(/^Built from /m);
  return [stderr, ...from.split("\n").flatMap((line) => line.split(/[:,] /).sort())];
}
