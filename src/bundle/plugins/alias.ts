import { resolve } from "node:path";
import type { OnResolveArgs, Plugin } from "esbuild";
import { escapeRegex } from "../../content/rules/escape-regex.ts";
import type { SiteBundler } from "../site-bundler.ts";
import { NESTED_RESOLVE } from "./nested-resolve.ts";

const ALIASED = "sitegen-alias";

/**
 * The configuration's `alias`. esbuild's own would look for its targets from sitegen's folder, which is the bundler's
 * working folder, and not from the site's.
 */
export function aliasPlugins({ alias, root }: SiteBundler): Plugin[] {
  const names = Object.keys(alias).sort((a, b) => b.length - a.length);
  if (names.length === 0) return [];
  const target = (path: string) => {
    const name = names.find((one) => path === one || path.startsWith(`${one}/`)) ?? "";
    const to = alias[name] ?? "";
    return (to.startsWith(".") ? resolve(root, to) : to) + path.slice(name.length);
  };
  const escaped = names.map(escapeRegex);
  return [
    {
      name: "alias",
      setup(plugin) {
        const filter = new RegExp(`^(?:${escaped.join("|")})(?:/.*)?$`);
        plugin.onResolve({ filter }, ({ path, kind, importer, namespace, pluginData }: OnResolveArgs) => {
          if (pluginData === ALIASED || pluginData === NESTED_RESOLVE) return undefined;
          return plugin.resolve(target(path), { kind, importer, namespace, resolveDir: root, pluginData: ALIASED });
        });
      },
    },
  ];
}
