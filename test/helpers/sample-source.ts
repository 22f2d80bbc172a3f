import { join } from "node:path";
import type { Plugin } from "esbuild";
import { siteModulesPlugin } from "../../src/bundle/plugins/site.ts";
import { type ClientSource, clientModules } from "../../src/bundle/site-modules.ts";
import { openSite } from "../../src/generate/open-site.ts";
import { ROOT } from "./run-cli.ts";

/** Sources of the sample's browser code, or of another site by its definition's file. */
export async function sampleSource(definition = join(ROOT, "src/blocks/site.ts")): Promise<ClientSource> {
  const site = { platformName: "Lumen", base: "/" };
  return (await openSite({ root: ROOT, definition, file: "", site }, null)).client();
}

/** The sample's virtual modules, for a test's own bundle. */
export async function sampleModules(): Promise<Plugin> {
  return siteModulesPlugin(ROOT, clientModules(await sampleSource(), join(ROOT, "src/kit/create-app.tsx")));
}

/** Code for such a bundle: `loadAll` loads every component. */
export const LOAD_ALL = `
  import { App } from "virtual:sitegen/app";
  import { loaders } from "virtual:sitegen/loaders";
  const loadAll = async () =>
    Object.fromEntries(await Promise.all(Object.entries(loaders).map(async ([name, load]) => [name, await load()])));
`;
