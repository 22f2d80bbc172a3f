import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";
import { messageOf } from "../problems/cause.ts";
import type { Problem } from "../problems/problem.ts";
import { runPure } from "../render/pure-render.ts";

/** A frame in a bundled site; its code and map are in the state folder (site-code-cache.ts), or the URL is the code. */
const FRAME = /[ (]((?:file:|\/|[A-Z]:\\).*[\\/]site-\w+\.mjs|data:[\w/;,+=]*):(\d+):(\d+)\)?$/;

/**
 * Where in a site's own files an error was thrown: `file:line:column`, relative to the folder of its definition. "" if
 * no stack frame is in the site, or the source map is missing. `map`: that of code which has no file.
 */
function sourceLocation(error: unknown, map: string): string {
  const frames = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  const places = frames.flatMap((frame) => {
    const [, url = "", line = "", column = ""] = FRAME.exec(frame.trim()) ?? [];
    if (url === "") return [];
    const read = () => {
      if (url.startsWith("data:")) return parsed(map);
      return sourceMap(`${url.startsWith("file:") ? fileURLToPath(url) : url}.map`);
    };
    return locationInMap(read, Number(line), Number(column));
  });
  return places.find((place) => !/^\.\.\/|(?:^|\/)node_modules\//.test(place)) ?? "";
}

/** The error with its place in the site's code behind its message. */
export function withLocation(cause: unknown, where = "", map = ""): Error {
  const message = messageOf(cause);
  const place = sourceLocation(cause, map);
  return new Error(`${where}${message}${place === "" ? "" : ` (${place})`}`, { cause });
}

/** Places of problems that the site's code has, by message: each is looked up once. */
const places = new Map<string, string>();

/** The problem; with its place behind the message, if it is one of the code that is running. */
export function withPlace(problem: Problem): Problem {
  if (problem.code !== "CODE_UNKNOWN_NAME") return problem;
  const message = places.get(problem.message) ?? withLocation(new Error(problem.message)).message;
  places.set(problem.message, message);
  return { ...problem, message };
}

function locationInMap(read: () => SourceMap, line: number, column: number): string[] {
  try {
    const entry = read().findEntry(line - 1, column - 1);
    if (!("originalSource" in entry)) return [];
    return [`${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`];
  } catch {
    return []; // lost with the cache; the message is shown without a location
  }
}

/** The last one: every page may fail in the same code, and parsing a map takes longer than rendering a page. */
let last: { file: string; map: SourceMap } | undefined;

/** The map of our own bundler; the file is named by the code's content. */
function sourceMap(file: string): SourceMap {
  if (last?.file !== file) last = { file, map: parsed(readFileSync(file, "utf8")) };
  return last.map;
}

function parsed(map: string): SourceMap {
  return new SourceMap(JSON.parse(map) as SourceMapPayload);
}

/** Runs the site's data files and the definition's functions. Throws errors with their place in the site's code. */
export function locatingErrors<T>(make: () => T): T {
  try {
    return runPure(make);
  } catch (cause) {
    throw withLocation(cause);
  }
}
