/** A site's browser code and stylesheets during development, rebuilt incrementally by esbuild. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type ClientBundle, clientBundle, stylesOutputs, withStyles } from "../../bundle/bundle-client.ts";
import {
  type BundleOptions,
  type ClientResult,
  clientBuilds,
  type FoundInClient,
  nothingFoundInClient,
} from "../../bundle/client-builds.ts";
import type { SiteBundler } from "../../bundle/site-bundler.ts";
import type { ClientSource } from "../../bundle/site-modules.ts";
import { PACKAGE_ROOT } from "../../files/package-root.ts";
import { type WarmBuild, warmBuild } from "./warm-bundler.ts";

type Builds = Record<keyof ReturnType<typeof clientBuilds>, WarmBuild>;

interface Results {
  single: ClientResult;
  split: ClientResult;
}

interface Opened {
  key: string;
  builds: Builds;
  /** What each build collects besides its result. */
  found: Record<"split" | "styles", FoundInClient>;
  options: BundleOptions;
}

/** The last build's input and result. */
interface Made {
  key: string;
  results: Results;
  bundle: ClientBundle;
}

const ROOT = realpathSync(PACKAGE_ROOT);

export function createBrowserCode(bundler: () => Promise<SiteBundler>) {
  let opened: Opened | undefined;
  let made: Made | undefined;
  const open = async (source: ClientSource): Promise<Opened> => {
    const key = JSON.stringify(source);
    if (opened?.key !== key) {
      await closeBuilds(opened?.builds);
      const found = { split: nothingFoundInClient(), styles: nothingFoundInClient() };
      const options = { packageRoot: PACKAGE_ROOT, minify: true, site: source, bundler: await bundler() };
      const { single, split, styles } = clientBuilds(options, found);
      const builds = { single: warmBuild(single), split: warmBuild(split), styles: warmBuild(styles) };
      opened = { key, builds, found, options };
    }
    return opened;
  };
  const keep = (results: Results, { key, found, options }: Opened) => {
    const bundle = clientBundle([results.single, results.split], options, Object.values(found));
    made = { key, results, bundle };
    return bundle;
  };
  const madeFrom = (source: ClientSource) => (made?.key === JSON.stringify(source) ? made : null);

  return {
    /** The last bundle; null if it was made from other sources. */
    former: (source: ClientSource) => madeFrom(source)?.bundle ?? null,
    /** Bundles everything. Throws the bundler's errors, and when `cancel` ended it. */
    async build(source: ClientSource): Promise<ClientBundle> {
      const own = await open(source);
      return keep(await runBuilds(own.builds), own);
    },
    /** The last bundle with new stylesheets; null if there is no bundle of these sources. */
    async buildStyles(source: ClientSource): Promise<ClientBundle | null> {
      const known = madeFrom(source);
      if (!known) return null;
      const own = await open(source);
      const styles = await own.builds.styles.run();
      const { single, split } = known.results;
      return keep({ single, split: withStyles(split, styles) }, own);
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
