/** A site's code during development: for Node first, which renders pages, then for the browser. */
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { BuildFailure, Message } from "esbuild";
import type { ClientBundle } from "../../bundle/bundle-client.ts";
import { namingPlugins } from "../../bundle/bundle-failure.ts";
import type { ClientSource } from "../../bundle/site-modules.ts";
import { PACKAGE_ROOT } from "../../files/package-root.ts";
import { clientSource, type ReadSources } from "../../generate/client-source.ts";
import { definitionFile } from "../../generate/definition-file.ts";
import type { LoadedModules, SiteConfig } from "../../generate/load-site.ts";
import { openBundler } from "../../generate/site-bundler.ts";
import type { BundledSite } from "../../generate/site-code-cache.ts";
import { messageOf } from "../../problems/cause.ts";
import { SitegenError } from "../../problems/errors.ts";
import { once } from "../../util/once.ts";
import { createBrowserCode } from "./browser-code.ts";
import { bundlerFailure, type Failure, FailureError, failureAt, failureWithoutLocation } from "./failure.ts";
import { type ModuleVersions, openModuleVersions } from "./module-versions.ts";
import { createNodeCode } from "./node-code.ts";

export interface CodeVersion {
  bundled: BundledSite;
  loaded: LoadedModules;
  /** The former version's while `isWhole` is false. */
  bundle: ClientBundle;
  isWhole: boolean;
  /** The bundler's warnings about stylesheets. */
  warnings: Failure[];
}

export type SiteCodes = ReturnType<typeof openSiteCodes>;

const ROOT = realpathSync(PACKAGE_ROOT);

export function openSiteCodes(config: SiteConfig) {
  const modules = openModuleVersions();
  const bundler = once(() => openBundler(config));
  const node = createNodeCode(config, { modules, bundler });
  const browser = createBrowserCode(bundler);
  let current: { version: CodeVersion; source: ClientSource } | undefined;
  let canceled = false;
  const read: ReadSources = new Map();
  const siteRoot = () => dirname(definitionFile(config));
  const orFailure = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw failureOf(error, { modules, root: siteRoot(), plugins: config.bundler?.plugins ?? [] });
    }
  };
  const withBrowser = (bundle: ClientBundle) => ({ bundle, warnings: warningsOf(bundle.warnings, siteRoot()) });
  const sourceOf = async ({ bundled, loaded }: Pick<CodeVersion, "bundled" | "loaded">) =>
    clientSource(bundled, loaded, { read, postcss: (await bundler()).postcss });

  const buildAll = async () => {
    const made = await node.build();
    const source = await sourceOf(made);
    const former = browser.former(source);
    const shown = former ?? (await browser.build(source));
    return { source, version: { ...made, ...withBrowser(shown), isWhole: former === null } };
  };
  const buildStyles = async () => {
    if (!current) return buildAll();
    const { version } = current;
    // The selectors in use may change with the stylesheet.
    const source = await sourceOf(version);
    const styled = await browser.buildStyles(source);
    return styled ? { source, version: { ...version, ...withBrowser(styled) } } : buildAll();
  };

  return {
    /**
     * Builds the newest version, or its stylesheets alone. The browser code may still be the former version's if its
     * parts are the same: bundling it takes longest, and no page needs it to be displayed. Throws a FailureError.
     */
    build: (scope: "all" | "styles"): Promise<CodeVersion> =>
      orFailure(async () => {
        current = await (scope === "all" ? buildAll() : buildStyles());
        return current.version;
      }),
    /** The same version with its own browser code; null if `cancel` stopped it. Throws a FailureError. */
    complete: (): Promise<CodeVersion | null> =>
      orFailure(async () => {
        if (!current) throw new Error("There is no version to complete.");
        const { source, version } = current;
        canceled = false;
        try {
          const made = { ...version, ...withBrowser(await browser.build(source)), isWhole: true };
          current = { source, version: made };
          return made;
        } catch (error) {
          if (canceled) return null;
          throw error;
        }
      }),
    /** Stops a running `complete` that a later change makes useless. */
    cancel() {
      canceled = true;
      void browser.cancel();
    },
    /**
     * Absolute paths of the last version's inputs, of those of the stylesheets alone, of folders in which a plugin of
     * PostCSS reads every file, and of what browsers do not get.
     */
    inputs() {
      const { all, styles, folders } = browser.inputs();
      const sent = new Set(all);
      return {
        all: new Set([...node.inputs(), ...all]),
        styles,
        folders,
        serverOnly: node.inputs().filter((path) => !sent.has(path)),
      };
    },
    places: node.places,
    modules,
    async close() {
      await Promise.all([browser.close(), node.close()]);
      modules.close();
    },
  };
}

function warningsOf(messages: readonly Message[], root: string): Failure[] {
  return messages.length === 0 ? [] : [bundlerFailure("The stylesheet has an error", messages, ROOT, root)];
}

type Site = { modules: Pick<ModuleVersions, "locationOf">; root: string };

function failureOf(error: unknown, site: Site & { plugins: readonly string[] }): FailureError {
  if (isBuildFailure(error)) {
    const messages = namingPlugins(error.errors, site.plugins);
    return new FailureError(bundlerFailure("The code cannot be bundled", messages, ROOT, site.root), error);
  }
  if (error instanceof SitegenError) return new FailureError(failureWithoutLocation(error), error);
  return new FailureError(failureFromError("The code failed while it was loaded", error, site), error);
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors) && error.errors.every(isMessage);
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "text" in value && "location" in value;
}

/** An error thrown by the site's code, with its place in the sources; `root` is the site's folder. */
export function failureFromError(title: string, error: unknown, { modules, root }: Site): Failure {
  const message = messageOf(error);
  const place = modules.locationOf(error, (file) => file.startsWith(`${root}/`) && !file.includes("/node_modules/"));
  return failureAt(title, message, place, root);
}
