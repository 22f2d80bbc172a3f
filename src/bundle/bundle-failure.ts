import { existsSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { join, relative, resolve } from "node:path";
import type { Message } from "esbuild";
import { type SitegenError, sitegenError } from "../errors.ts";

interface Folders {
  /** Folder that esbuild's paths are relative to: sitegen's own. */
  packageRoot: string;
  /** Folder of the site's definition, to which printed paths are relative. */
  siteRoot: string;
}

/** Most errors listed for one bundle. */
const MAX_SHOWN = 10;

/** Turns esbuild's error into BUNDLE_FAILED, with a line `file:line:column: message` per error. */
export function bundleFailure(cause: unknown, folders: Folders): SitegenError {
  const messages = messagesOf(cause);
  if (messages.length === 0) {
    return sitegenError("BUNDLE_FAILED", { message: cause instanceof Error ? cause.message : String(cause), cause });
  }
  const lines = messages.slice(0, MAX_SHOWN).map((message) => lineOf(message, folders));
  const more = messages.length > MAX_SHOWN ? [`and ${messages.length - MAX_SHOWN} more`] : [];
  return sitegenError("BUNDLE_FAILED", {
    message: [...lines, ...more].join("\n"),
    hint: hintFor(messages, folders),
    cause,
  });
}

function messagesOf(cause: unknown): readonly Message[] {
  const errors = typeof cause === "object" && cause !== null && "errors" in cause ? cause.errors : [];
  return Array.isArray(errors) ? (errors as Message[]) : []; // an esbuild BuildFailure
}

function lineOf({ text, location, notes }: Message, folders: Folders): string {
  // Notes with a location are about another line of the file.
  const said = [text, ...notes.filter((note) => !note.location).map((note) => note.text)].filter(Boolean).join(" ");
  if (!location) return said;
  return `${pathFrom(location.file, folders)}:${location.line}:${location.column + 1}: ${said}`;
}

/** Relative to the site's folder; esbuild puts the plugin's namespace before paths from plugins. */
function pathFrom(file: string, { packageRoot, siteRoot }: Folders): string {
  const full = resolve(packageRoot, file.replace(/^[a-z-]{2,}:/, ""));
  return relative(siteRoot, full).replaceAll("\\", "/");
}

function hintFor(messages: readonly Message[], { siteRoot }: Folders): string {
  const missing = messages.flatMap(({ text }) => /^Could not resolve "([^"]+)"/.exec(text)?.[1] ?? [])[0];
  if (missing === undefined) return "Fix the named file; its path is relative to the folder of the site's definition.";
  if (/^[./]/.test(missing))
    return `Check the spelling of "${missing}": there is no such file, nor one with an extension.`;
  if (isBuiltin(missing))
    return `"${missing}" is a module of Node, which browsers do not have: blocks and layout run in both.`;
  const name = missing
    .split("/")
    .slice(0, missing.startsWith("@") ? 2 : 1)
    .join("/");
  return createRequire(join(siteRoot, "site.ts"))
    .resolve.paths(name)
    ?.some((folder) => existsSync(join(folder, name)))
    ? `"${name}" is installed, but its package.json exports no "${missing}" for such an import; its documentation names what can be imported.`
    : `Install it in the site's folder: npm install ${name}`;
}
