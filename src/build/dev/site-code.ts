/** A site's code while it is developed: bundled from what the bundler kept, run afresh when it changed. */
import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { BuildFailure, Message } from "esbuild";
import {
  type ClientBundle,
  type ClientResult,
  clientBuilds,
  clientBundle,
  stylesOutputs,
  withStyles,
} from "../../bundle/bundle-client.ts";
import { noStyles, type SiteCode, siteBuild, siteCode } from "../../bundle/bundle-site.ts";
import { findBlocks } from "../../bundle/find-blocks.ts";
import type { ClientSource } from "../../bundle/site-modules.ts";
import { SitegenError, sitegenError } from "../../errors.ts";
import { PACKAGE_ROOT } from "../../package-root.ts";
import type { BlockFiles } from "../../site/block-files.ts";
import { clientSource } from "../client-source.ts";
import { definitionFile } from "../definition-file.ts";
import { loadSite, placesOf, readDefinition, type SiteConfig } from "../load-site.ts";
import type { LoadedModules } from "../loaded-site.ts";
import type { BundledSite } from "../site-cache.ts";
import { bundlerFailure, type Failure, failureAt, plainFailure } from "./failure.ts";
import { FailureError } from "./failure-error.ts";
import { type ModuleVersions, openModuleVersions } from "./module-versions.ts";
import { type WarmBuild, warmBuild } from "./warm-bundler.ts";

/** One version of a site's code. */
export interface CodeVersion {
  bundled: BundledSite;
  loaded: LoadedModules;
  bundle: ClientBundle;
  /** What the bundler thinks is wrong in the styles, though it goes on. */
  warnings: Failure[];
}

export interface SiteCodes {
  /** The newest version, looking at everything again, or at the styles alone. Throws a FailureError. */
  build(scope: "all" | "styles"): Promise<CodeVersion>;
  /** Absolute paths of the files of the last version, and those the stylesheet alone is made from. */
  inputs(): { all: ReadonlySet<string>; styles: ReadonlySet<string> };
  /** Folders of blocks and the icons' files, as the last version names them. */
  places(): Pick<BundledSite, "folders" | "icons">;
  modules: Pick<ModuleVersions, "placeOf" | "count">;
  close(): Promise<void>;
}

const ROOT = realpathSync(PACKAGE_ROOT);
/** A definition that changes its own folders each time it is read would go on for ever. */
const MOST_ROUNDS = 4;

type ClientBuilds = Record<keyof ReturnType<typeof clientBuilds>, WarmBuild>;

interface ClientResults {
  single: ClientResult;
  split: ClientResult;
  /** What the bundler says of the stylesheet. */
  warnings: readonly Message[];
}

export function openSiteCodes(config: SiteConfig): SiteCodes {
  const modules = openModuleVersions();
  const server = createServerCode(config, modules);
  let client: { key: string; source: ClientSource; builds: ClientBuilds } | undefined;
  let results: ClientResults | undefined;
  let current: CodeVersion | undefined;
  const siteRoot = () => dirname(definitionFile(config));

  const open = async (source: ClientSource): Promise<ClientBuilds> => {
    const key = JSON.stringify(source);
    if (client?.key !== key) {
      await closeBuilds(client?.builds);
      const { single, split, styles } = clientBuilds({ ...common(config), site: source });
      client = {
        key,
        source,
        builds: { single: warmBuild(single), split: warmBuild(split), styles: warmBuild(styles) },
      };
    }
    return client.builds;
  };
  const bundle = (source: ClientSource, made: ClientResults): Pick<CodeVersion, "bundle" | "warnings"> => ({
    bundle: clientBundle([made.single, made.split], { ...common(config), site: source }),
    warnings: warningsOf(made, siteRoot()),
  });

  const buildAll = async (): Promise<CodeVersion> => {
    // What the browser's code is made from is seldom another thing than the last time: both are bundled at once.
    const early = client && runBuilds(client.builds).catch(() => undefined);
    try {
      const { bundled, loaded } = await server.build();
      const source = await clientSource(bundled, loaded);
      const isSame = client?.key === JSON.stringify(source);
      const made = (isSame ? await early : undefined) ?? (await runBuilds(await open(source)));
      results = made;
      return { bundled, loaded, ...bundle(source, made) };
    } finally {
      await early; // the next version must not be given what this one began
    }
  };
  const buildStyles = async (): Promise<CodeVersion> => {
    if (!client || !results || !current) return buildAll();
    // Which pages have a rule may change with it.
    const source = await clientSource(current.bundled, current.loaded);
    if (JSON.stringify(source) !== client.key) return buildAll();
    const styles = await client.builds.styles.run();
    const made = { ...results, split: withStyles(results.split, styles), warnings: styles.warnings };
    results = made;
    return { ...current, ...bundle(client.source, made) };
  };

  return {
    async build(scope) {
      try {
        current = await (scope === "all" ? buildAll() : buildStyles());
        return current;
      } catch (error) {
        throw failureOf(error, { modules, root: siteRoot() });
      }
    },
    inputs: () => inputsOf(server.inputs(), results),
    places: server.places,
    modules,
    async close() {
      await Promise.all([closeBuilds(client?.builds), server.close()]);
      modules.close();
    },
  };
}

async function runBuilds({ single, split }: ClientBuilds): Promise<ClientResults> {
  const running = [single.run(), split.run()] as const;
  await Promise.allSettled(running);
  const [one, other] = await Promise.all(running);
  return { single: one, split: other, warnings: other.warnings };
}

async function closeBuilds(builds: ClientBuilds | undefined): Promise<void> {
  await Promise.all(Object.values(builds ?? {}).map((one) => one.dispose()));
}

function common({ site }: SiteConfig) {
  return { packageRoot: PACKAGE_ROOT, base: site.base, minify: true };
}

/** What a bundle of the site's code was made for. */
interface Parts {
  file: string;
  blocks: BlockFiles[];
  imported: string[];
}

interface ServerCode extends Pick<SiteCodes, "places" | "close"> {
  build(): Promise<Pick<CodeVersion, "bundled" | "loaded">>;
  inputs(): string[];
}

function createServerCode(config: SiteConfig, modules: ModuleVersions): ServerCode {
  let parts: Parts | undefined;
  let places: Pick<BundledSite, "folders" | "icons"> = { folders: [], icons: {} };
  let inputs: string[] = [];
  let warm: { key: string; build: WarmBuild; styles: Styles } | undefined;

  const bundle = async (wanted: Parts): Promise<SiteCode> => {
    const key = JSON.stringify(wanted);
    if (warm?.key !== key) {
      await warm?.build.dispose();
      const styles = noStyles();
      warm = { key, styles, build: warmBuild(siteBuild({ packageRoot: PACKAGE_ROOT, ...wanted }, styles)) };
    }
    warm.styles.files.clear();
    warm.styles.inputs.clear();
    const result = await warm.build.run();
    return siteCode(result, warm.styles, { packageRoot: PACKAGE_ROOT, ...wanted });
  };

  return {
    /** The definition names the folders of its blocks: the bundle is right when it holds what it names itself. */
    async build() {
      const file = definitionFile(config);
      let wanted: Parts = { file, blocks: await findBlocks(places.folders), imported: parts?.imported ?? [] };
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const code = await bundle(wanted);
        inputs = code.inputs;
        const exports = await modules.load(code, dirname(realpathSync(file)));
        places = placesOf(readDefinition(exports, file), file);
        const found: Parts = { file, blocks: await findBlocks(places.folders), imported: code.imported };
        if (JSON.stringify(found) === JSON.stringify(wanted)) {
          parts = wanted;
          const bundled = { ...code, ...places, ...wanted };
          return { bundled, loaded: loadSite(bundled, exports, config) };
        }
        wanted = found;
      }
      throw sitegenError("CONFIG_INVALID", {
        message: "The definition is another one each time it is read.",
        where: file,
      });
    },
    inputs: () => inputs,
    places: () => places,
    close: async () => warm?.build.dispose(),
  };
}

type Styles = ReturnType<typeof noStyles>;

function inputsOf(server: readonly string[], results: ClientResults | undefined) {
  const paths = (inputs: object | undefined) =>
    Object.keys(inputs ?? {}).map((path) => resolve(ROOT, path.replace(/^[\w-]+:(?=\/)/, "")));
  const split = results?.split.metafile;
  const sheets = split ? stylesOutputs(split) : [];
  const styles = new Set(sheets.flatMap((name) => paths(split?.outputs[name]?.inputs)));
  // A stylesheet that code imports for its names is code too.
  const alone = [...styles].filter((path) => !/\.module\.\w+$/.test(path));
  const all = [...server, ...paths(results?.single.metafile.inputs), ...paths(split?.inputs)];
  return { all: new Set(all), styles: new Set(alone) };
}

function warningsOf({ warnings }: ClientResults, root: string): Failure[] {
  const shown = warnings.filter(
    ({ location }) =>
      location && /\.(?:css|scss|sass)$/.test(location.file) && !location.file.includes("node_modules/"),
  );
  return shown.length === 0 ? [] : [bundlerFailure("The stylesheet has an error", shown, ROOT, root)];
}

type Site = { modules: Pick<ModuleVersions, "placeOf">; root: string };

function failureOf(error: unknown, site: Site): FailureError {
  if (isBuildFailure(error)) {
    return new FailureError(bundlerFailure("The code cannot be bundled", error.errors, ROOT, site.root), error);
  }
  if (error instanceof SitegenError) return new FailureError(plainFailure(error), error);
  return new FailureError(thrownFailure("The code failed while it was loaded", error, site), error);
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors) && error.errors.every(isMessage);
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "text" in value && "location" in value;
}

/** What went wrong while code ran, with its place in the sources; `root` is the site's folder. */
export function thrownFailure(title: string, error: unknown, { modules, root }: Site): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const place = modules.placeOf(error, (file) => file.startsWith(`${root}/`) && !file.includes("/node_modules/"));
  return failureAt(title, message, place, root);
}
