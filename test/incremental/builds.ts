/** Builds of the dense space: one that continues from state to state, and a clean one to compare it with. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import type { BuildResult } from "../../src/generate/generate.ts";
import type { TestHooks } from "../../src/incremental/test-hooks.ts";
import { buildSite, filesOf } from "../helpers/build-site.ts";
import { copyBundles } from "../helpers/bundles.ts";
import { SAMPLE, writeSampleWith } from "../helpers/sample-definition.ts";
import { denseSpace, LATE_PHOTO, photos } from "./dense-space.ts";

/** The edited space with its assets. */
export interface Edited {
  space: SpaceService;
  assets: Map<string, Awaited<ReturnType<typeof photos>>[number][1]>;
}

interface BuildFolders {
  out: string;
  stateDir: string;
}

/**
 * Starts a content service over the dense space. While an asset is missing, every build requests it again; without
 * `isComplete` one is missing at first.
 */
export async function openEdited(isComplete = false): Promise<Edited> {
  const contents = await denseSpace();
  if (isComplete) for (const [path, asset] of await photos([LATE_PHOTO])) contents.assets.set(path, asset);
  const space = await startSpaceService({ space: contents, rateLimit: false, quiet: true });
  return { space, assets: contents.assets };
}

interface CleanBuild {
  files: Record<string, string>;
  result: BuildResult;
}

export interface BuildFixture {
  /** A folder with a build of the unedited space, with a missing asset or complete. */
  grown(testHooks?: TestHooks, isComplete?: boolean): Promise<BuildFolders>;
  build(edited: Edited, place: BuildFolders, testHooks?: TestHooks): Promise<BuildResult>;
  /** Files of a clean build after the same history: kept builds and renames are copied. */
  clean(edited: Edited, grown: BuildFolders, before: string): Promise<Record<string, string>>;
  /** The same, and what that build reports. */
  cleanBuild(edited: Edited, grown: BuildFolders, before: string): Promise<CleanBuild>;
  /** A copy of the current output, for a clean build's folder. */
  copyOut(place: BuildFolders): string;
  /** Removes what was built for one script. */
  clear(grown: BuildFolders): void;
}

/** Writes a definition of the sample's site with a domain per language. Returns its path. */
export function writeSampleWithDomains(dir: string): string {
  const languages = `site.languages.map((one) => ({ ...one, origin: "https://" + one.code + ".example" }))`;
  return writeChangedSample(dir, { name: "domains", keys: `languages: ${languages}` });
}

/** Writes a definition of the sample's site whose languages are folders. Returns its path. */
export function writeSampleWithFolders(dir: string): string {
  return writeChangedSample(dir, { name: "folders", keys: `translation: "folders"` });
}

function writeChangedSample(dir: string, { name, keys }: { name: string; keys: string }): string {
  mkdirSync(join(dir, "blocks"), { recursive: true });
  const sample = writeSampleWith(dir);
  const file = join(dir, `${name}.ts`);
  writeFileSync(file, `import site from ${JSON.stringify(sample)};\nexport default { ...site, ${keys} };\n`);
  return file;
}

/** `keys` are added to the configuration. */
export function openBuildFixture(dir: string, definition = SAMPLE, keys: object = {}): BuildFixture {
  mkdirSync(dir, { recursive: true });
  const config = join(dir, "sitegen.config.json");
  const site = { companyName: "X", ...(definition === SAMPLE && { origin: "https://x.example" }) };
  const storyblok = { requestsPerSecond: 1000 };
  writeFileSync(config, JSON.stringify({ definition, site, keepBuilds: 1, storyblok, ...keys }));
  let serial = 0;
  const made: string[] = [];
  const copies: string[] = [];
  const bases = new Map<string, Promise<BuildFolders>>();
  // A removed folder's name is used again: Node keeps each module that was imported, so a site's code by a new path
  // would stay in memory once more.
  const free: string[] = [];
  const place = (): BuildFolders => {
    const folder = free.pop() ?? join(dir, `place-${serial++}`);
    mkdirSync(join(folder, "state"), { recursive: true });
    return { out: join(folder, "out"), stateDir: join(folder, "state") };
  };
  const build: BuildFixture["build"] = ({ space }, at, testHooks) =>
    buildSite({
      service: space,
      config,
      ...at,
      overrides: { allowRemovals: true, ...(testHooks && { testHooks }) },
    });
  const base = (testHooks?: TestHooks, isComplete?: boolean) => {
    const key = `${testHooks?.unrecorded ?? ""} ${isComplete ?? false}`;
    const found = bases.get(key) ?? makeBase(testHooks, isComplete);
    bases.set(key, found);
    return found;
  };
  const makeBase = async (testHooks?: TestHooks, isComplete?: boolean) => {
    const at = place();
    const edited = await openEdited(isComplete);
    await build(edited, at, testHooks).finally(() => edited.space.close());
    return at;
  };
  const cleanBuild: BuildFixture["cleanBuild"] = async (edited, grown, before) => {
    const at = place();
    made.push(dirname(at.out));
    rmSync(at.out, { recursive: true, force: true });
    cpSync(before, at.out, { recursive: true });
    const renames = join(grown.stateDir, "renames.json");
    if (existsSync(renames)) cpSync(renames, join(at.stateDir, "renames.json"));
    copyBundles(join(grown.stateDir, "cache"), join(at.stateDir, "cache"));
    const result = await build(edited, at);
    return { result, files: filesOf(at.out) };
  };
  return {
    build,
    cleanBuild,
    async grown(testHooks, isComplete) {
      const from = await base(testHooks, isComplete);
      made.length = 0;
      copies.length = 0;
      const at = place();
      cpSync(from.out, at.out, { recursive: true, preserveTimestamps: true });
      cpSync(from.stateDir, at.stateDir, { recursive: true, preserveTimestamps: true });
      return at;
    },
    copyOut({ out }) {
      const copy = `${out}-before-${serial++}`;
      copies.push(copy);
      cpSync(out, copy, { recursive: true, preserveTimestamps: true });
      return copy;
    },
    clear(grown) {
      const places = [...made, dirname(grown.out)];
      for (const path of [...places, ...copies]) rmSync(path, { recursive: true, force: true });
      free.push(...places.reverse());
    },
    clean: async (...of) => (await cleanBuild(...of)).files,
  };
}
