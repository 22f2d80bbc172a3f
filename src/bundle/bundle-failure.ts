import { existsSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { join, relative, resolve } from "node:path";
import type { Location, Message } from "esbuild";
import { messageOf } from "../problems/cause.ts";
import { type SitegenError, sitegenError } from "../problems/errors.ts";
import { createProblem, type Problem } from "../problems/problem.ts";

interface Folders {
  /** Folder that esbuild's paths are relative to: sitegen's own. */
  packageRoot: string;
  /** Folder of the site's definition, to which printed paths are relative. */
  siteRoot: string;
  /** The configuration's, whose names are part of their errors. */
  plugins?: readonly { name: string }[] | undefined;
}

/** Most errors listed for one bundle. */
const MAX_SHOWN = 10;

const PLUGIN_HINT = "The plugin is one of `bundler.plugins` in the configuration. Nothing was published.";

/** Turns esbuild's error into BUNDLE_FAILED, with a line `file:line:column: message` per error. */
export function bundleFailure(cause: unknown, folders: Folders): SitegenError {
  const names = (folders.plugins ?? []).map(({ name }) => name);
  const messages = namingPlugins(messagesOf(cause), names);
  if (messages.length === 0) {
    return sitegenError("BUNDLE_FAILED", { message: messageOf(cause), cause });
  }
  const lines = messages.slice(0, MAX_SHOWN).map((message) => lineOf(message, folders));
  const more = messages.length > MAX_SHOWN ? [`and ${messages.length - MAX_SHOWN} more`] : [];
  return sitegenError("BUNDLE_FAILED", {
    message: [...lines, ...more].join("\n"),
    hint: messages.some(({ pluginName }) => names.includes(pluginName)) ? PLUGIN_HINT : hintFor(messages, folders),
    cause,
  });
}

/** Of `styleWarnings`. */
export function styleProblems(warnings: readonly Message[], folders: Folders): Problem[] {
  return warnings.map((warning) =>
    createProblem("warning", "STYLE_INVALID", {
      message: lineOf(warning, folders),
      hint: "Fix the named line: browsers leave out what they do not know, and may leave out what follows.",
    }),
  );
}

function messagesOf(cause: unknown): readonly Message[] {
  const errors = typeof cause === "object" && cause !== null && "errors" in cause ? cause.errors : [];
  return Array.isArray(errors) ? (errors as Message[]) : []; // an esbuild BuildFailure
}

function lineOf({ text, location, notes }: Message, folders: Folders): string {
  const said = [text, ...notes.filter(isAboutIt).map((note) => note.text)].filter(Boolean).join(" ");
  if (!location) return said;
  return `${pathFrom(location.file, folders)}:${location.line}:${location.column + 1}: ${said}`;
}

/**
 * Names the configuration's plugins in their errors. An error that a plugin throws has its place in the plugin or in
 * esbuild, so the import that led to it is shown instead.
 */
export function namingPlugins(messages: readonly Message[], plugins: readonly string[]): Message[] {
  return messages.map((message) => {
    const { pluginName, text, notes, detail } = message;
    if (!plugins.includes(pluginName)) return message;
    const found = notes.find((note) => note.text.endsWith("triggered by this import"))?.location ?? null;
    const imported = found && inFile(found);
    const location = detail instanceof Error ? imported : (message.location ?? imported);
    return { ...message, text: `The plugin "${pluginName}" failed: ${text}`, location, notes: [] };
  });
}

/** An import by a module that sitegen makes: its target, since the module is no file. */
function inFile(location: Location): Location {
  const { file, lineText, column, length } = location;
  if (!/^[a-z-]{2,}:/.test(file)) return location;
  return { ...location, file: lineText.slice(column, column + length).replace(/^"|"$/g, ""), line: 1, column: 0 };
}

/** Leaves out notes about other lines, and the one about an option of esbuild that a site does not have. */
function isAboutIt({ location, text }: Message["notes"][number]): boolean {
  return !location && !text.startsWith("You can mark the path");
}

/** Relative to the site's folder; esbuild puts the plugin's namespace before paths from plugins. */
function pathFrom(file: string, { packageRoot, siteRoot }: Folders): string {
  const full = resolve(packageRoot, file.replace(/^[a-z-]{2,}:/, ""));
  return relative(siteRoot, full).replaceAll("\\", "/");
}

function hintFor(messages: readonly Message[], { siteRoot }: Folders): string {
  const missing = messages.flatMap(({ text }) => /^Could not resolve "([^"]+)"/.exec(text)?.[1] ?? [])[0];
  if (missing === undefined) return "Fix the named file; its path is relative to the folder of the site's definition.";
  if (missing.startsWith("/"))
    return `"${missing}" is a file of the public folder, which has none of this name. One beside the file that names it is "./…".`;
  if (missing.startsWith("."))
    return `Check the spelling of "${missing}": there is no such file, nor one with an extension.`;
  if (isBuiltin(missing))
    return `"${missing}" is a module of Node, which browsers do not have: blocks and layout run in both.`;
  const name = missing
    .split("/")
    .slice(0, missing.startsWith("@") ? 2 : 1)
    .join("/");
  // esbuild looks for Yarn's table of packages in folders above sitegen's, and Yarn's common cache has none above it.
  if (process.versions.pnp)
    return `Install it: yarn add ${name}. Where it is, Yarn's Plug'n'Play keeps packages where they are not found: write \`enableGlobalCache: false\` or \`nodeLinker: node-modules\` in .yarnrc.yml, and run \`yarn install\`.`;
  return createRequire(join(siteRoot, "site.ts"))
    .resolve.paths(name)
    ?.some((folder) => existsSync(join(folder, name)))
    ? `"${name}" is installed, but its package.json exports no "${missing}" for such an import; its documentation names what can be imported.`
    : `Install it in the site's folder: npm install ${name}`;
}
