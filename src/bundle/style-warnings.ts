/** The bundler's warnings about CSS that browsers leave out. */
import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Location, Message } from "esbuild";
import type { BundleOptions } from "./client-builds.ts";
import { isModule } from "./compile-style.ts";
import { isOfPackage } from "./is-of-package.ts";

/** Those about the site's own stylesheets, each once, at their places in the sources. */
export function styleWarnings(
  messages: readonly Message[],
  { root, site, bundler }: Pick<BundleOptions, "site" | "bundler"> & { root: string },
): Message[] {
  const folder = dirname(site.file);
  const found = messages.flatMap((message): Message[] => {
    const { location, text } = message;
    if (!location || !/\.(?:css|scss|sass)$/.test(location.file)) return [];
    const file = resolve(root, location.file.replace(/^[a-z-]{2,}:/, ""));
    // What compiling a CSS module printed has been read before that, with its warnings.
    if (isOfPackage(file, [root, folder]) || (isModule(file) && message.pluginName === "")) return [];
    const placed = inSource({ ...location, file });
    if (placed) return [{ ...message, location: placed }];
    // Text that the file does not have is from one of Sass's imports, or was made by a plugin of PostCSS.
    return bundler?.postcss ? [] : [{ ...message, location: null, text: `${relative(folder, file)}: ${text}` }];
  });
  return [...new Map(found.map((one) => [JSON.stringify([one.text, one.location]), one])).values()];
}

/** The place of the same text in the file itself; null if it does not have it. */
function inSource(location: Location): Location | null {
  const { file, line, lineText, column } = location;
  const lines = readFileSync(file, "utf8").split("\n");
  if (lineText === "" || lines[line - 1]?.startsWith(lineText)) return location;
  const at = lines.findIndex((text) => text.trim() === lineText.trim());
  if (at === -1) return null;
  const moved = (lines[at] ?? "").search(/\S/) - lineText.search(/\S/);
  return { ...location, line: at + 1, lineText: lines[at] ?? "", column: Math.max(0, column + moved) };
}
