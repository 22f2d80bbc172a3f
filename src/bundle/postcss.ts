/** PostCSS where a site has its configuration: `postcss.config.*` beside it, and the package in its own node_modules. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { PartialMessage } from "esbuild";
import { didYouMean } from "../validation/did-you-mean.ts";

/** Files whose names are found in a folder, such as the sources in which a framework looks for classes. */
export interface FoundIn {
  dir: string;
  glob: string;
}

export interface ProcessedStyle {
  css: string;
  /** Absolute paths of its other inputs. */
  inputs: string[];
  /** Folders whose files are inputs too. */
  folders: FoundIn[];
  warnings: PartialMessage[];
}

export interface Postcss {
  /** Absolute paths of the configuration and of what it imports besides packages. */
  files: readonly string[];
  /** Throws errors with `file:line:column`. */
  run(css: string, path: string): Promise<ProcessedStyle>;
}

interface Message {
  type: string;
  plugin?: string;
  file?: string;
  dir?: string;
  glob?: string;
  text?: string;
  line?: number;
  column?: number;
}

interface Processor {
  process(css: string, options: object): Promise<{ css: string; messages: Message[] }>;
}

/** How often each file was processed in this process, modulo 2. */
const runs = new Map<string, number>();

type Package = (plugins: readonly unknown[]) => Processor;

/** `imported` is the configuration's file as loaded by sitegen. */
export async function openPostcss(
  file: string,
  imported: { value: unknown; files: readonly string[] },
): Promise<Postcss> {
  const load = (name: string) => importOfSite(name, file);
  const postcss = (await load("postcss")) as Package; // its documented export
  const { plugins, ...settings } = settingsOf(imported.value, file);
  const processor = postcss(await pluginsOf(plugins, load));
  const options: Record<string, unknown> = { map: false };
  for (const key of ["parser", "syntax", "stringifier"]) {
    const value = settings[key];
    if (value !== undefined) options[key] = typeof value === "string" ? await load(value) : value;
  }
  return {
    files: imported.files,
    async run(css, path) {
      // A plugin may cache its result by text: Tailwind would keep classes that no source still has. So each run
      // gets other text than the last.
      const run = ((runs.get(path) ?? 0) + 1) % 2;
      runs.set(path, run);
      const text = css + "\n".repeat(run);
      const { css: made, messages } = await processor.process(text, { ...options, from: path, to: path });
      return {
        css: made,
        inputs: messages.flatMap(({ type, file: one }) => (type === "dependency" && one ? [one] : [])),
        folders: messages.flatMap(({ type, dir, glob = "**/*" }) =>
          type === "dir-dependency" && dir ? [{ dir, glob }] : [],
        ),
        warnings: messages.filter(({ type }) => type === "warning").map((one) => warning(one, path)),
      };
    },
  };
}

/** A package of the site's own, as the file would import it. */
export async function importOfSite(name: string, file: string): Promise<unknown> {
  let path: string;
  try {
    path = createRequire(file).resolve(name);
  } catch (cause) {
    const message = `${file} needs ${name}, which is not installed. Run \`npm install --save-dev ${name}\`.`;
    throw new Error(message, { cause });
  }
  const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  return module.default ?? module;
}

/** Of PostCSS itself. */
const SETTINGS = ["plugins", "parser", "syntax", "stringifier", "map", "from", "to", "document", "$schema"];

/** Like other tools, accepts a function that returns the configuration. */
function settingsOf(value: unknown, file: string): Record<string, unknown> {
  const settings: unknown = typeof value === "function" ? value({ env: "production", cwd: process.cwd() }) : value;
  if (typeof settings !== "object" || settings === null)
    throw new Error(`${file} exports no configuration: export default { plugins: { … } }.`);
  const unknown = Object.keys(settings).find((key) => !SETTINGS.includes(key));
  if (unknown === undefined) return { ...settings };
  const near = didYouMean(unknown, SETTINGS);
  throw new Error(`The key "${unknown}" is not known.${near || ` Known keys here: ${SETTINGS.join(", ")}.`}`);
}

/** Plugins as a list, or their options by name, where `false` leaves one out. */
async function pluginsOf(given: unknown, load: (name: string) => Promise<unknown>): Promise<unknown[]> {
  if (Array.isArray(given)) {
    return Promise.all(
      given.filter(Boolean).map((one: unknown) => (typeof one === "string" ? created(one, {}, load) : one)),
    );
  }
  const named = Object.entries(given ?? {}).filter(([, options]) => options !== false);
  return Promise.all(named.map(([name, options]) => created(name, options, load)));
}

async function created(name: string, options: unknown, load: (name: string) => Promise<unknown>): Promise<unknown> {
  const plugin = await load(name);
  return typeof plugin === "function" ? plugin(options === true ? {} : options) : plugin;
}

function warning({ text = "", plugin = "postcss", line, column = 1 }: Message, path: string): PartialMessage {
  const location = line === undefined ? null : { file: path, line, column: column - 1 };
  return { text: `${plugin}: ${text}`, location };
}

/** PostCSS's error for the bundler, with its place. */
export function postcssError(error: unknown, path: string): PartialMessage {
  const {
    reason,
    message,
    plugin,
    file,
    line,
    column = 1,
  } = error as Partial<Record<"reason" | "message" | "plugin" | "file", string>> & { line?: number; column?: number };
  const text = `${plugin ?? "PostCSS"}: ${reason ?? message ?? String(error)}`;
  return {
    text: line === undefined ? `${path}: ${text}` : text,
    location: line === undefined ? null : { file: file ?? path, line, column: column - 1 },
  };
}
