import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, resolve, sep } from "node:path";
import type { OnLoadArgs, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import { type SiteFile, siteFile, sitePicture } from "../../assets/site-file.ts";
import { importedMarkdown } from "../../content/resolve/imported-markdown.ts";
import { decodeUriPart } from "../../content/rules/decode.ts";
import { escapeRegex } from "../../content/rules/escape-regex.ts";
import { messageOf } from "../../problems/cause.ts";
import type { FileData, ImageData, RichTextNode } from "../../site/api/payload.ts";
import { hasAddress, type SiteBundler } from "../site-bundler.ts";
import { NESTED_RESOLVE } from "./nested-resolve.ts";

/** The files that code and styles refer to, collected during bundling. */
export interface FilesInCode {
  files: Set<SiteFile>;
  /** Absolute paths of other inputs. */
  inputs: Set<string>;
}

const PICTURES = ["png", "jpg", "jpeg", "webp", "avif", "gif"];
const FONT_OF_STYLES = "woff2";
const FILES = [
  ...["svg", "ico", "bmp", "woff", FONT_OF_STYLES, "ttf", "otf", "eot", "mp4", "m4v", "webm", "mov", "ogv", "mp3"],
  ...["m4a", "aac", "ogg", "opus", "wav", "flac", "vtt", "srt", "pdf", "zip", "webmanifest", "wasm", "glb", "gltf"],
];
const NAMESPACE = "site-file";

/** The file behind an esbuild input with a query, such as `./terms.html?raw`; undefined for other inputs. */
export function siteFilePath(input: string): string | undefined {
  return input.startsWith(`${NAMESPACE}:`) ? input.slice(NAMESPACE.length + 1).replace(/\?\w+$/, "") : undefined;
}

/** True for a file that code imports for its address or content and that is no code. */
export function isSiteFile(path: string): boolean {
  return new RegExp(`\\.(?:${[...PICTURES, ...FILES, "md"].join("|")})$`, "i").test(path);
}

/**
 * Handles the files that a site's code and styles refer to. An import of a picture gives what the kit's `Image` takes,
 * of Markdown what `RichText` takes, of another file its address; `?url` always gives an address, `?raw` the text. The
 * address has a hash of the content, so it is the same for Node, browser and stylesheet on every machine. Fonts in
 * stylesheets (.woff2) are left to esbuild, whose outputs say which of them are preloaded.
 */
export function siteFilesPlugin(bundler: SiteBundler, found: FilesInCode, root: string): Plugin {
  const own = ["client", "parts"].map((folder) => resolve(root, "src", folder) + sep);
  const { base, loader } = bundler;
  const given = new Map(Object.entries(loader).map(([extension, kind]) => [extension.slice(1).toLowerCase(), kind]));
  const isLeft = (extension: string) => given.has(extension);
  const addressed = [...given].filter(([, kind]) => hasAddress(kind)).map(([extension]) => extension);
  const pictures = PICTURES.filter((one) => !isLeft(one));
  const files = [...FILES.filter((one) => !isLeft(one)), ...addressed];
  const keep = (file: SiteFile) => {
    found.files.add(file);
    return base + file.path;
  };
  const read: Record<"url" | "picture" | "markdown" | "raw", (path: string) => Promise<OnLoadResult>> = {
    url: async (path) => ({ contents: `export default ${JSON.stringify(keep(siteFile(path)))};`, loader: "js" }),
    async picture(path) {
      const { file, image } = await sitePicture(path, base);
      keep(file);
      return { contents: JSON.stringify(image), loader: "json" };
    },
    async markdown(path) {
      const { doc, files: shown } = await markdownDocument(path, base);
      shown.forEach(keep);
      return { contents: JSON.stringify(doc), loader: "json", watchFiles: shown.map(({ source }) => source) };
    },
    raw: async (path) => ({ contents: readFileSync(path, "utf8"), loader: "text" }),
  };
  const load =
    (how: keyof typeof read) =>
    async ({ path }: Pick<OnLoadArgs, "path">): Promise<OnLoadResult> => {
      try {
        return await read[how](path);
      } catch (error) {
        return { errors: [{ text: `${path}: ${messageOf(error)}` }] };
      }
    };
  return {
    name: NAMESPACE,
    setup(plugin) {
      plugin.onStart(() => found.files.clear());
      plugin.onResolve({ filter: /\?(?:url|raw)$/ }, async (asked) => {
        const [file = "", query] = asked.path.split(/\?(?=\w+$)/);
        if (own.some((folder) => asked.importer.startsWith(folder)) || asked.pluginData === NESTED_RESOLVE)
          return undefined;
        return { ...(await resolveFile(plugin, { ...asked, path: file })), namespace: NAMESPACE, suffix: `?${query}` };
      });
      plugin.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path, suffix }) =>
        load(suffix === "?raw" ? "raw" : "url")({ path }),
      );
      plugin.onResolve({ filter: endingIn([FONT_OF_STYLES]) }, async (asked) => {
        if (asked.pluginData === NESTED_RESOLVE || !isCode(asked) || isLeft(FONT_OF_STYLES)) return undefined;
        return { ...(await resolveFile(plugin, asked)), namespace: NAMESPACE, suffix: "?url" };
      });
      plugin.onResolve({ filter: endingIn([...pictures, ...files], "(?:[?#].*)?") }, async (asked) => {
        if (asked.pluginData === NESTED_RESOLVE || asked.kind !== "url-token") return undefined;
        return inStyle(await resolveInStyle(plugin, asked, bundler, found));
      });
      plugin.onLoad({ filter: endingIn(pictures), namespace: "file" }, load("picture"));
      plugin.onLoad(
        { filter: endingIn(files.filter((one) => one !== FONT_OF_STYLES)), namespace: "file" },
        load("url"),
      );
      if (!isLeft("md")) plugin.onLoad({ filter: endingIn(["md"]), namespace: "file" }, load("markdown"));
    },
  };

  function inStyle(result: StyleFile | null): OnResolveResult | undefined {
    if (result === null || ("file" in result && result.file.toLowerCase().endsWith(`.${FONT_OF_STYLES}`)))
      return undefined;
    const address = "file" in result ? keep(siteFile(result.file)) : result.href;
    return { path: address + result.suffix, external: true };
  }
}

/** A file, or an address, that a stylesheet refers to. */
type StyleFile = { suffix: string } & ({ file: string } | { href: string });

/** Null if there is no such file, or if it is not the site's: the bundler then resolves it or reports it. */
async function resolveInStyle(
  plugin: PluginBuild,
  asked: OnResolveArgs,
  { publicFolder, base }: SiteBundler,
  { inputs }: FilesInCode,
): Promise<StyleFile | null> {
  const [, path = "", suffix = ""] = /^([^?#]*)(.*)$/.exec(asked.path) ?? [];
  if (/^[a-z][\w+.-]*:|^\/\//i.test(path)) return null;
  const published = path.startsWith("/") && publicFolder !== "" ? join(publicFolder, decodeUriPart(path)) : "";
  if (published.startsWith(`${publicFolder}/`) && existsSync(published)) {
    inputs.add(published);
    return { href: base + path.slice(1), suffix };
  }
  const { errors, path: file, namespace } = await resolveFile(plugin, { ...asked, path });
  return errors || file === undefined || namespace !== "file" ? null : { file, suffix };
}

async function resolveFile(
  plugin: PluginBuild,
  { path, kind, importer, namespace, resolveDir }: OnResolveArgs,
): Promise<OnResolveResult> {
  const found = await plugin.resolve(path, { kind, importer, namespace, resolveDir, pluginData: NESTED_RESOLVE });
  return found.errors.length > 0 ? { errors: found.errors } : { path: found.path, namespace: found.namespace };
}

function isCode({ kind }: Pick<OnResolveArgs, "kind">): boolean {
  return kind === "import-statement" || kind === "require-call" || kind === "dynamic-import";
}

function endingIn(extensions: readonly string[], tail = ""): RegExp {
  const each = extensions.map(escapeRegex);
  return new RegExp(`\\.(?:${[...each, ...each.map((one) => one.toUpperCase())].join("|")})${tail}$`);
}

/**
 * Pictures and links of the text that are relative (`./plan.png`) are files beside it. Throws if one of them does not
 * exist, and for a text that is too long or too deep for a Markdown field.
 */
async function markdownDocument(path: string, base: string): Promise<{ doc: RichTextNode | null; files: SiteFile[] }> {
  const files: SiteFile[] = [];
  const pictures = new Map<string, ImageData>();
  const text = readFileSync(path, "utf8");
  const { pictureAddresses, resolved } = importedMarkdown(text, base);
  const fileOf = (address: string) => {
    const file = resolve(dirname(path), decodeURI(address));
    if (existsSync(file) && statSync(file).isFile()) return file;
    const line = text.slice(0, text.indexOf(address)).split("\n").length;
    throw new Error(`Line ${line} names ${address}, and there is no such file.`);
  };
  for (const address of pictureAddresses) {
    if (!isRelative(address)) continue;
    const source = fileOf(address);
    if (extname(source).toLowerCase() === ".svg") {
      const file = siteFile(source);
      files.push(file);
      pictures.set(address, { ...NO_SIZE, src: base + file.path });
      continue;
    }
    const { file, image } = await sitePicture(source, base);
    files.push(file);
    pictures.set(address, image);
  }
  const doc = resolved({
    image: (address) => pictures.get(address) ?? { ...NO_SIZE, src: address },
    file(address): FileData | null {
      // A path without an extension is a page's.
      if (!isRelative(address) || extname(address) === "") return null;
      const file = siteFile(fileOf(address));
      files.push(file);
      return { src: base + file.path, name: address.split("/").at(-1) ?? "", title: "" };
    },
  });
  return { doc, files };
}

const NO_SIZE = { width: 0, height: 0, alt: "", title: "", copyright: "", focus: "", sources: [], widths: [] };

function isRelative(address: string): boolean {
  return /^\.{1,2}\//.test(address);
}
