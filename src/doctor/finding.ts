import { SitegenError } from "../problems/errors.ts";
import { FINDINGS, type FindingCode } from "../problems/finding-codes.ts";

/** Something wrong in a set-up. */
export interface Finding {
  code: string;
  /** What was found. */
  message: string;
  /** File, key, variable, folder or address. */
  where: string;
  /** What to do. */
  hint: string;
}

export interface Answer {
  /** What is so, in a few words. */
  said: string;
  findings: Finding[];
}

/** One question about a set-up. */
export interface Question {
  name: string;
  ask(): Promise<Answer>;
}

export interface Checked extends Answer {
  name: string;
}

/** A finding with the catalogue's advice, unless a better one is known. */
export function finding(
  code: FindingCode,
  message: string,
  where: string,
  hint: string = FINDINGS[code].hint,
): Finding {
  return { code, message, where, hint };
}

export function good(said: string): Answer {
  return { said, findings: [] };
}

export function bad(said: string, ...findings: Finding[]): Answer {
  return { said, findings };
}

/** Asks one after the other. An error for the user is a finding; any other is a fault of the program. */
export async function askAll(questions: readonly Question[], signal: AbortSignal): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const { name, ask } of questions) {
    signal.throwIfAborted();
    checked.push({ name, ...(await ask().catch(findingOf)) });
  }
  return checked;
}

function findingOf(error: unknown): Answer {
  if (!(error instanceof SitegenError) || error.code === "INTERRUPTED") throw error;
  const { code, title, message, where, hint } = error;
  return bad(title.toLowerCase(), { code, message, where, hint });
}
