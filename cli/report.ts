import { styleText } from "node:util";
import { countProblems, type ProblemGroup } from "../src/incremental/problem-report.ts";
import { errno, messageOf } from "../src/problems/cause.ts";
import { ERRORS, SitegenError } from "../src/problems/errors.ts";
import { type Problem, placeOf } from "../src/problems/problem.ts";
import type { Reporter } from "../src/problems/reporter.ts";
import { proxyNote } from "./proxy-note.ts";

export interface Output {
  write(text: string | Uint8Array): unknown;
  isTTY?: boolean;
}

/** The streams of one run, passed in so that tests need not mock the console. */
export interface Streams {
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
}

/** Erases the line of the progress bar. */
export const CLEAR_LINE = "\r\u001b[2K";
const BAR = 24;
const LOG_EVERY_MS = 5000;

/** Prints messages, progress and errors to stderr; stdout is only used for results. */
export function createReporter(
  { stderr, env }: Streams,
  options: { quiet?: boolean; verbose?: boolean },
): Reporter & { done(message: string): void; end(): void } {
  const animated = stderr.isTTY === true && !env.CI && env.TERM !== "dumb" && !options.quiet;
  const style = createStyle(stderr, env);
  let title = "";
  let drawn = false;
  let lastLine = performance.now();
  const clear = () => {
    if (drawn) stderr.write(CLEAR_LINE);
    drawn = false;
  };
  const line = (text: string) => {
    clear();
    stderr.write(`${text}\n`);
  };
  return {
    step(next) {
      title = next;
      lastLine = performance.now();
      if (options.quiet) return;
      if (!animated) line(next);
    },
    progress(done, expected, note) {
      if (!animated) {
        // Without a terminal, prints a line now and then to show progress.
        if (options.quiet || performance.now() - lastLine < LOG_EVERY_MS) return;
        lastLine = performance.now();
        line(`${title} ${done} of ${expected}`);
        return;
      }
      const filled = expected > 0 ? Math.min(BAR, Math.round((done / expected) * BAR)) : 0;
      clear();
      stderr.write(
        `${title} ${"█".repeat(filled)}${style.dim("░".repeat(BAR - filled))} ${done}/${expected}${note ? ` ${note}` : ""}`,
      );
      drawn = true;
    },
    info(message) {
      if (!options.quiet) line(message);
    },
    done(message) {
      if (!options.quiet) line(`${style.green("✓")} ${message}`);
    },
    warn(message) {
      line(style.yellow(message));
    },
    detail(message) {
      if (options.verbose && !options.quiet) line(style.dim(message));
    },
    end: clear,
  };
}

/** Formats an error: what happened, where, what to do, and the error code. */
export function renderError(error: unknown, streams: Streams, verbose: boolean): string {
  const style = createStyle(streams.stderr, streams.env);
  if (!(error instanceof SitegenError)) {
    const text = error instanceof Error ? (verbose ? error.stack : error.message) : String(error);
    return `${style.red("Unexpected error")} UNEXPECTED\n${text}\n${hintOf(error)}\n`;
  }
  const lines = [`${style.red(error.title)} ${style.dim(error.code)}`, error.message];
  if (error.where !== "") lines.push(`Where: ${error.where}`);
  lines.push(`What to do: ${error.hint}${proxyNote(error, streams.env)}`);
  if (verbose && error.stack) lines.push(style.dim(error.stack));
  return `${lines.join("\n")}\n`;
}

/** What commands with --json print on stdout when they fail. */
export function errorObject(error: unknown, env: Streams["env"]) {
  const unexpected = { code: "UNEXPECTED", message: messageOf(error), hint: hintOf(error) };
  const { code, message, hint } = error instanceof SitegenError ? error : unexpected;
  return { ok: false, error: { code, message, hint: hint + proxyNote({ code, message }, env) } };
}

const NOT_ALLOWED = "Check the permissions of what is named.";
const HINTS: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EMFILE: "Allow more open files: `ulimit -n 1024`.",
};

function hintOf(error: unknown): string {
  return HINTS[errno(error)] ?? ERRORS.UNEXPECTED.hint;
}

export interface ProblemsView {
  style: Style;
  /** Link to where a problem can be fixed, or "". */
  link?: (problem: Problem) => string;
}

/** Formats groups of problems in order, each with its first problems. */
export function renderProblems(groups: readonly ProblemGroup[], view: ProblemsView): string {
  return groups.map((group) => renderGroup(group, view)).join("\n");
}

function renderGroup({ code, severity, count, hint, first }: ProblemGroup, { style, link }: ProblemsView): string {
  const colour = severity === "error" ? style.red : severity === "warning" ? style.yellow : style.dim;
  const rows = first.flatMap((problem) => {
    const where = placeOf(problem);
    const address = link?.(problem) ?? "";
    return [
      `  ${where ? `${where}: ` : ""}${problem.message}`,
      ...(hint === null ? [`    ${problem.hint}`] : []),
      ...(address === "" ? [] : [`    ${style.dim(address)}`]),
    ];
  });
  const more = count > first.length ? [`  … and ${count - first.length} more`] : [];
  return [
    `${colour(`${severity} ${code}`)} ${style.dim(`× ${count}`)}`,
    ...rows,
    ...more,
    // The hint is printed once if it is the same for all.
    ...(hint === null ? [] : [`  ${hint}`]),
  ].join("\n");
}

/** "2 errors, 1 warning, 0 notes". */
export function countText(groups: readonly ProblemGroup[]): string {
  const counts = countProblems(groups);
  const words = { error: "error", warning: "warning", info: "note" } as const;
  return (["error", "warning", "info"] as const)
    .map((severity) => pluralize(counts[severity], words[severity]))
    .join(", ");
}

export type Style = Record<"red" | "yellow" | "green" | "dim", (text: string) => string>;

/** Colours for terminals and with FORCE_COLOR; never with NO_COLOR or TERM=dumb. */
export function createStyle(stream: { isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Style {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "" && env.FORCE_COLOR !== "0";
  const wanted = !env.NO_COLOR && (forced || (stream.isTTY === true && env.TERM !== "dumb"));
  const paint = (format: keyof Style) => (text: string) =>
    wanted ? styleText(format, text, { validateStream: false }) : text;
  return { red: paint("red"), yellow: paint("yellow"), green: paint("green"), dim: paint("dim") };
}

/** A number with its noun: `1 page`, `3 pages`. */
export function pluralize(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** `1.4 s`. */
export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Address that opens a story in the visual editor; "" if its id or the space's is unknown. */
export function editorLink(spaceId: string | number, storyId: number | undefined): string {
  return spaceId && storyId ? `https://app.storyblok.com/#/me/spaces/${spaceId}/stories/0/0/${storyId}` : "";
}
