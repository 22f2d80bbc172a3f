import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { SiteCode } from "../../bundle/bundle-site.ts";
import { contentHash } from "../../files/hash.ts";
import type { SourceLocation } from "./failure.ts";

export type ModuleVersions = ReturnType<typeof openModuleVersions>;

/** Source maps of older modules are dropped; their pages are not rendered any more. */
const KEPT_MAPS = 3;
const FRAME = /(file:\/\/[^\s()]+):(\d+):(\d+)/;

/** Loads the versions of a site's code, each from a file of its own. */
export function openModuleVersions() {
  const modules = mkdtempSync(join(tmpdir(), "sitegen-watch-"));
  /** The bundler's source maps, as JSON, and the folders that their paths are relative to. */
  const sources = new Map<string, { map: string; folder: string }>();
  const loaded = new Set<string>();
  const origin = (frame: string): SourceLocation | null => {
    const [, url = "", line = "", column = ""] = FRAME.exec(frame) ?? [];
    const source = url === "" ? undefined : sources.get(fileURLToPath(url));
    if (!source) return null;
    const entry = new SourceMap(JSON.parse(source.map) as SourceMapPayload).findEntry(
      Number(line) - 1,
      Number(column) - 1,
    );
    if (!("originalSource" in entry)) return null;
    const file = resolve(source.folder, entry.originalSource);
    return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  };
  return {
    /** Runs the code as a module, the same code only once. Paths in its source map are relative to `folder`. */
    async load({ code, map }: Pick<SiteCode, "code" | "map">, folder: string): Promise<Record<string, unknown>> {
      const file = join(modules, `site-${contentHash(code)}.mjs`);
      writeFileSync(file, code);
      sources.delete(file);
      sources.set(file, { map, folder });
      for (const old of [...sources.keys()].slice(0, -KEPT_MAPS)) sources.delete(old);
      loaded.add(file);
      return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    },
    /** Source location of an error: the innermost frame in a file for which `isSite` is true; null if there is none. */
    locationOf(error: unknown, isSite: (file: string) => boolean): SourceLocation | null {
      const places = stackOf(error).flatMap((frame) => origin(frame) ?? []);
      return places.find(({ file }) => isSite(file)) ?? places[0] ?? null;
    },
    /** Number of modules loaded. Node keeps every one until the process ends. */
    count: () => loaded.size,
    close: () => rmSync(modules, { recursive: true, force: true }),
  };
}

/** Stack frames, those of the innermost cause first. */
function stackOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [...stackOf(error.cause), ...(error.stack ?? "").split("\n").filter((line) => /^\s*at /.test(line))];
}
