import { HOST_FILE_NAMES } from "./host.ts";

/** Names of host files that may contain the policy. */
export const POLICY_FILES: readonly string[] = [...HOST_FILE_NAMES, ".htaccess"];

/**
 * The security policy in a host's file; null if there is none. A policy begins with `default-src`, and contains neither
 * double quotes nor line breaks.
 */
export function policyIn(text: string): string | null {
  return /\bdefault-src [^"\n]*/.exec(text)?.[0] ?? null;
}
