/** A site's browser code and stylesheets during development, rebuilt incrementally by esbuild. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type ClientBundle, clientBundle, stylesOutputs, withStyles } from "../../bundle/bundle-client.ts";
import {
  type ClientResult,
  clientBuilds,
  type FoundInClient,
  nothingFoundInClient,
} from "../../bundle/client-builds.ts";
import type { SiteBundler } from "../../bundle/site-bundler.ts";
import type { ClientSource } from "../../bundle/site-modules.ts";
import { PACKAGE_ROOT } from "../../files/package-root.ts";
import type { SiteConfig } from "../load-site.ts";
import type { StepTimes } from "../stopwatch.ts";
import { type WarmBuild, warmBuild } from "./warm-bundler.ts";

type Builds = Record<keyof ReturnType<typeof clientBuilds>, WarmBuild>;

interface Results {
  single: ClientResult;
  split: ClientResult;
}

/** What each build collects besides its result. */
type Found = Record<"split" | "styles", FoundInClient>;

/** The last build's input and result. */
interface Made {
  key: string;
  results: Results;
  bundle: ClientBundle;
}

const ROOT = realpathSync(PACKAGE_ROOT);

export function createBrowserCode(config: SiteConfig, times: StepTimes, bundler: () => Promise<SiteBundler>) {
  let opened: { key: string; builds: Builds; found: Found; bundler: SiteBundler } | undefined;
  let made: Made | undefined;
  const optionsFor = (site: ClientSource, own = opened?.bundler) => ({
    packageRoot: PACKAGE_ROOT,
    base: config.site.base,
    minify: true,
    site,
    bundler: own,
  });
  const open = async (source: ClientSource): Promise<Builds> => {
    const key = JSON.stringify(source);
    if (opened?.key !== key) {
      await closeBuilds(opened?.builds);
      const found = { split: nothingFoundInClient(), styles: nothingFoundInClient() };
      const own = await bundler();
      const { single, split, styles } = clientBuilds(optionsFor(source, own), found);
      const builds = { single: warmBuild(single), split: warmBuild(split), styles: warmBuild(styles) };
      opened = { key, builds, found, bundler: own };
    }
    return opened.builds;
  };
  const keep = (source: ClientSource, results: Results) => {
    const found = Object.values(opened?.found ?? {});
    const bundle = clientBundle([results.single, results.split], optionsFor(source), found);
    made = { key: JSON.stringify(source), results, bundle };
    return bundle;
  };
  const madeFrom = (source: ClientSource) => (made?.key === JSON.stringify(source) ? made : null);

  return {
    /** The last bundle; null if it was made from other sources. */
    former: (source: ClientSource) => madeFrom(source)?.bundle ?? null,
    /** Bundles everything. Throws the bundler's errors, and when `cancel` ended it. */
    async build(source: ClientSource): Promise<ClientBundle> {
      const builds = await open(source);
      const results = await times.time("code for the browser", () => runBuilds(builds));
      return times.time("names", () => keep(source, results));
    },
    /** The last bundle with new stylesheets; null if there is no bundle of these sources. */
    async buildStyles(source: ClientSource): Promise<ClientBundle | null> {
      const known = madeFrom(source);
      if (!known) return null;
      const { styles: build } = await open(source);
      const styles = await times.time("stylesheets", () => build.run());
      const { single, split } = known.results;
      return times.time("names", () => keep(source, { single, split: withStyles(split, styles) }));
    },
    /** Stops a running build; resolves when it has stopped. */
    async cancel() {
      await Promise.all(Object.values(opened?.builds ?? {}).map((one) => one.cancel()));
    },
    /** Absolute paths of the last bundle's inputs, of its stylesheets' alone, and of folders that PostCSS reads. */
    inputs() {
      const { all, styles } = inputsOf(made?.results);
      const folders = (made?.bundle.folders ?? []).map(({ dir }) => dir);
      return { all: [...all, ...(made?.bundle.inputs ?? [])], styles, folders };
    },
    close: () => closeBuilds(opened?.builds),
  };
}

async function runBuilds({ single, split }: Builds) {
  const running = [single.run(), split.run()] as const;
  // esbuild does not allow a rebuild before the last one has ended.
  await Promise.allSettled(running);
  const [one, other] = await Promise.all(running);
  return { single: one, split: other };
}

async function closeBuilds(builds: Builds | undefined): Promise<void> {
  await Promise.all(Object.values(builds ?? {}).map((one) => one.dispose()));
}

function inputsOf(results: Results | undefined): { all: readonly string[]; styles: ReadonlySet<string> } {
  const paths = (inputs: object | undefined) =>
    Object.keys(inputs ?? {}).map((path) => resolve(ROOT, path.replace(/^[\w-]+:(?=\/)/, "")));
  const split = results?.split.metafile;
  const sheets = split ? stylesOutputs(split) : [];
  const styles = new Set(sheets.flatMap((name) => paths(split?.outputs[name]?.inputs)));
  return {
    all: [...paths(results?.single.metafile.inputs), ...paths(split?.inputs)],
    // CSS modules are code too: it imports their class names.
    styles: new Set([...styles].filter((path) => !/\.module\.\w+$/.test(path))),
  };
}
