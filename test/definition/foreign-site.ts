/** A site other than the sample: its own definition, blocks and space in a temporary folder. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import type { BuildOptions, BuildReport } from "../../src/generate/build-options.ts";
import { check } from "../../src/generate/check.ts";
import { build as buildNow } from "../../src/generate/generate.ts";
import type { Problem } from "../../src/problems/problem.ts";
import { buildOptions, filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { copyBundles } from "../helpers/bundles.ts";

const BLOCKS: Record<string, string> = {
  "blocks/page/page.schema.ts":
    'import { defineBlock, sections } from "sitegen/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: sections() } });\n',
  "blocks/page/page.tsx":
    'import { Blocks } from "sitegen/kit";\nexport default function Page({ body }) { return <Blocks of={body} />; }\n',
  "blocks/hero-section/hero-section.schema.ts":
    'import { defineBlock, multilink, text } from "sitegen/schema";\nexport const schema = defineBlock({ fields: { headline: text(), link: multilink() } });\n',
  "blocks/hero-section/hero-section.tsx":
    "export default function Hero({ headline, link }) { return <section><h1>{headline}</h1>{link && <a href={link.href}>more</a>}</section>; }\n",
};

export interface ForeignSiteInput {
  /** The definition, unless `files` has a `site.ts`. */
  site?: object;
  /** By slug; field-level translations are in the story itself. */
  stories: Record<string, unknown>;
  config?: object;
  /** Further files, by path. */
  files?: Record<string, string | Uint8Array>;
  /** Languages of the space according to the service. */
  languages?: readonly string[];
}

export interface ForeignSite {
  dir: string;
  out: string;
  /** Report of the first build. */
  report: BuildReport;
  /** Paths that the first build requested from the content service. */
  asked: string[];
  write(path: string, text: string): void;
  build(options?: Partial<BuildOptions>): Promise<BuildReport>;
  /** Options of a build without a running content service, for work on the last snapshot. */
  options(options: Partial<BuildOptions>): Promise<BuildOptions>;
  /** Fails unless `out` has the files that a build has which knows nothing of the ones before but the code's bundles. */
  expectClean(): Promise<void>;
  check(): Promise<Problem[]>;
  close(): void;
}

/** A page story with a hero, which may link to another story. */
export function heroPage(headline: string, link = "") {
  const target = link === "" ? {} : { link: { linktype: "story", cached_url: link } };
  return { content: { component: "page", body: [{ component: "hero-section", headline, ...target }] } };
}

/** Writes the site and builds it once. Close it afterwards, even if this throws. */
export async function foreignSite(input: ForeignSiteInput): Promise<ForeignSite> {
  const { dir, remove } = temporaryFolder();
  try {
    return await writeAndBuild(dir, input, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

async function writeAndBuild(dir: string, input: ForeignSiteInput, close: () => void): Promise<ForeignSite> {
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const { site, stories, config = {}, files = {}, languages = [] } = input;
  const definition = { "site.ts": `export default ${JSON.stringify(site)};\n` };
  for (const [path, text] of Object.entries({ ...BLOCKS, ...definition, ...files })) write(path, text);
  write("sitegen.config.json", JSON.stringify(config));
  const info = { name: "X", id: 7, version: 1_700_000_000, languages, token: "public", previewToken: "preview" };
  write("space/space.json", JSON.stringify(info));
  for (const [slug, story] of Object.entries(stories)) write(`space/stories/${slug}.json`, JSON.stringify(story));
  const asked: string[] = [];
  /** With a content service that runs only during the work. */
  const during = async <T>(options: Partial<BuildOptions>, work: (options: BuildOptions) => Promise<T>): Promise<T> => {
    const space = { dir: join(dir, "space"), watch: false, journal: false, quiet: true };
    const service = await startSpaceService(space);
    const { out = join(dir, "out"), stateDir = join(dir, "state") } = options;
    // A build checks every input of the bundles, so those of the site's own builds serve any other folder.
    const bundles = join(dir, "state/cache");
    if (!existsSync(stateDir) && existsSync(bundles)) copyBundles(bundles, join(stateDir, "cache"));
    try {
      const place = { service, out, stateDir, config: join(dir, "sitegen.config.json") };
      return await work(await buildOptions({ ...place, overrides: options }));
    } finally {
      asked.push(...service.log.map(({ path }) => path));
      await service.close();
    }
  };
  const build: ForeignSite["build"] = (options = {}) => during(options, async (all) => (await buildNow(all)).report);
  const expectClean = async () => {
    const [out, stateDir] = [join(dir, "clean"), join(dir, "clean-state")];
    for (const one of [out, stateDir]) rmSync(one, { recursive: true, force: true });
    await build({ out, stateDir });
    const [clean, present] = [filesOf(out), filesOf(join(dir, "out"))];
    expect(present).toMatchObject(clean);
    // Hashed files of earlier builds stay.
    const own = (files: Record<string, string>) => Object.keys(files).filter((path) => !path.includes("_assets/"));
    expect(own(present)).toEqual(own(clean));
  };
  const report = await build();
  return {
    dir,
    out: join(dir, "out"),
    report,
    asked: [...asked],
    write,
    build,
    expectClean,
    options: (options) => during(options, async (all) => all),
    check: () => during({}, async (all) => (await check(all)).problems),
    close,
  };
}
