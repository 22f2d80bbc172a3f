/** An error in a site during development, as the page and the terminal show it. */
import { resolve } from "node:path";
import type { Message } from "esbuild";
import { readOrNull } from "../../files/read-or-null.ts";
import { shownPath } from "../../files/real-path.ts";
import { messageOf } from "../../problems/cause.ts";
import { ERRORS, SitegenError } from "../../problems/errors.ts";

export interface Failure {
  /** One line: what failed. */
  title: string;
  message: string;
  /** File relative to the site's folder, line and column; "" if unknown. */
  place: string;
  /** Source lines around the place, with a marker; "" if unknown. */
  frame: string;
}

export interface SourceLocation {
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based. */
  column: number;
}

const AROUND = 2;
/** Most errors shown of one bundle. */
const MAX_SHOWN = 5;

export function failureAt(title: string, message: string, place: SourceLocation | null, root: string): Failure {
  if (!place) return { title, message, place: "", frame: "" };
  const { file, line, column } = place;
  return { title, message, place: `${shownPath(root, file)}:${line}:${column}`, frame: frameOf(place) };
}

/** esbuild's messages as one failure. `root` is the folder its paths are relative to, `site` the site's folder. */
export function bundlerFailure(title: string, messages: readonly Message[], root: string, site: string): Failure {
  const places = messages.map(({ location }) =>
    location ? { file: absolute(location.file, root), line: location.line, column: location.column + 1 } : null,
  );
  const first = failureAt(title, messages[0]?.text ?? "", places[0] ?? null, site);
  const others = messages.slice(1, MAX_SHOWN).map(({ text }, index) => {
    const place = places[index + 1];
    return place ? `${shownPath(site, place.file)}:${place.line}:${place.column}: ${text}` : text;
  });
  const left = messages.length - MAX_SHOWN;
  const more = left > 0 ? [`and ${left} more`] : [];
  return { ...first, message: [first.message, ...others, ...more].join("\n") };
}

/** An error as a command would print it. */
export function failureWithoutLocation(error: unknown): Failure {
  const message = messageOf(error);
  if (!(error instanceof SitegenError)) return { title: "Unexpected error", message, place: "", frame: "" };
  const { code, where, hint } = error;
  return { title: `${ERRORS[code].title} ${code}`, message: `${message}\n${hint}`, place: where, frame: "" };
}

/** The failure as the terminal shows it. */
export function failureText({ title, message, place, frame }: Failure): string {
  return [title, place, message, frame].filter((part) => part !== "").join("\n");
}

/** esbuild puts the namespace before the path of a plugin's module. */
function absolute(path: string, root: string): string {
  const bare = path.replace(/^[\w-]+:(?=\/)/, "");
  return /^[A-Za-z]:/.test(bare) ? bare : resolve(root, bare);
}

function frameOf({ file, line, column }: SourceLocation): string {
  const source = readOrNull(file);
  if (source === null) return ""; // deleted, or not a file
  const first = Math.max(1, line - AROUND);
  const shown = source
    .toString()
    .split("\n")
    .slice(first - 1, line + AROUND);
  const width = String(first + shown.length - 1).length;
  const rows = shown.flatMap((text, index) => {
    const number = first + index;
    const row = `${number === line ? ">" : " "} ${String(number).padStart(width)} | ${text}`;
    return number === line ? [row, `  ${" ".repeat(width)} | ${" ".repeat(Math.max(0, column - 1))}^`] : [row];
  });
  return rows.join("\n");
}

/** An error with everything the developer of the site is shown. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.failure = failure;
  }
}
