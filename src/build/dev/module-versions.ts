import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { SiteCode } from "../../bundle/bundle-site.ts";
import { hashOf } from "../site-code-cache.ts";
import type { SourceLocation } from "./failure.ts";

export interface ModuleVersions {
  /** Runs the code as a module; the same code is not run twice. Its map's sources are seen from the folder. */
  load(code: Pick<SiteCode, "code" | "map">, folder: string): Promise<Record<string, unknown>>;
  /** Where in the sources an error was thrown; of a file that `isSite` holds for, where there is one. */
  locationOf(error: unknown, isSite: (file: string) => boolean): SourceLocation | null;
  /** Modules loaded so far. Node keeps every one until the process ends. */
  count(): number;
  close(): void;
}

interface Source {
  /** Of the bundler, as JSON. */
  map: string;
  /** Folder that the map names files from. */
  folder: string;
}

/** Positions of more modules than this are forgotten; pages of an older one are no longer made. */
const KEPT_MAPS = 3;
const FRAME = /\(?(file:\/\/[^\s()]+):(\d+):(\d+)\)?$/;

/** Versions of a site's code, each a file of its own. */
export function openModuleVersions(): ModuleVersions {
  const modules = mkdtempSync(join(tmpdir(), "sitegen-watch-"));
  const sources = new Map<string, Source>();
  const loaded = new Set<string>();
  const origin = (frame: string): SourceLocation | null => {
    const [, url = "", line = "", column = ""] = FRAME.exec(frame.trim()) ?? [];
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
    async load({ code, map }, folder) {
      const file = join(modules, `site-${hashOf(code)}.mjs`);
      writeFileSync(file, code);
      sources.delete(file);
      sources.set(file, { map, folder });
      for (const old of [...sources.keys()].slice(0, -KEPT_MAPS)) sources.delete(old);
      loaded.add(file);
      return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    },
    locationOf(error, isSite) {
      const places = stackOf(error).flatMap((frame) => origin(frame) ?? []);
      return places.find(({ file }) => isSite(file)) ?? places[0] ?? null;
    },
    count: () => loaded.size,
    close: () => rmSync(modules, { recursive: true, force: true }),
  };
}

/** Frames of the innermost cause first. */
function stackOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [...stackOf(error.cause), ...(error.stack ?? "").split("\n").filter((line) => /^\s*at /.test(line))];
}
