import * as z from "zod";

/** Directives that a site may extend; framing, base and plugins are excluded. */
const POLICY_DIRECTIVES = [
  "script-src",
  "style-src",
  "img-src",
  "media-src",
  "font-src",
  "connect-src",
  "frame-src",
  "form-action",
  "worker-src",
] as const;

/** An origin with optional wildcard, port and path, a scheme, a hash, or one of two quoted keywords. */
const source = z
  .string()
  .regex(
    /^(?:(?:https?|wss?):\/\/(?:\*\.)?[A-Za-z0-9.-]+(?::(?:\d+|\*))?(?:\/[A-Za-z0-9._~\-/]*)?|(?:https|wss|data|blob):|'sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}'|'(?:wasm-)?unsafe-eval')$/,
    "a source such as https://stats.example.com, https://*.example.com, blob: or 'sha256-…'",
  );

/** Additional sources for the Content-Security-Policy, by directive. */
export const policySchema = z.partialRecord(z.enum(POLICY_DIRECTIVES), z.array(source));
