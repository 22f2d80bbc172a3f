import { HOST_FILE_NAMES } from "./host.ts";

/** Files of hosts in which the policy may be, in any host's syntax. */
export const POLICY_FILES: readonly string[] = [...HOST_FILE_NAMES, ".htaccess"];

/**
 * The security policy in a host's file, as it was when the file was written; null if there is none. A policy begins with
 * `default-src`, and contains neither quotes nor ends of lines.
 */
export function policyIn(text: string): string | null {
  return /\bdefault-src [^"\n]*/.exec(text)?.[0] ?? null;
}
