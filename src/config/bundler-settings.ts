import type { Plugin } from "esbuild";
import { contentHash } from "../files/hash.ts";
import { readEnvironment } from "./env-file.ts";
import { importConfig } from "./import-config.ts";
import { parseConfig } from "./parse-config.ts";
import type { BundlerKeys } from "./schema.ts";

/** The bundler's settings as plain data, which other threads and processes get too. */
export interface BundlerSettings extends Omit<BundlerKeys, "plugins"> {
  /** Names of the plugins. */
  plugins: readonly string[];
  /** Hash of the settings and, if there are plugins, of the configuration's code; "" without any setting. */
  key: string;
}

/** The plugins of configurations that this process has read, by key. */
const known = new Map<string, readonly Plugin[]>();

/** `hash` is that of the configuration's code. */
export function bundlerSettings({ plugins, ...settings }: BundlerKeys, hash: string): BundlerSettings {
  const isEmpty = plugins.length === 0 && Object.values(settings).every((one) => Object.keys(one).length === 0);
  const parts = JSON.stringify([settings, plugins.length > 0 ? hash : ""]);
  const key = isEmpty ? "" : contentHash(parts);
  known.set(key, plugins);
  return { ...settings, plugins: plugins.map(({ name }) => name), key };
}

/** The plugins themselves. A process that was given the configuration as data reads its file again. */
export async function bundlerPlugins(config: {
  bundler: BundlerSettings;
  file: string;
  root: string;
}): Promise<readonly Plugin[]> {
  const { bundler, file, root } = config;
  if (bundler.plugins.length === 0) return [];
  const kept = known.get(bundler.key);
  if (kept) return kept;
  const { value } = await importConfig(file, readEnvironment(root, process.env));
  const { plugins } = parseConfig(value, file).bundler;
  known.set(bundler.key, plugins);
  return plugins;
}
