/** Tokens for a space folder, so that who knows those of another folder cannot read this one's drafts. */
import { randomBytes } from "node:crypto";

const OWN_TOKEN = /^[0-9a-f]{32}$/;

/** Random tokens; those that a folder has already are kept, since they may be in an .env file. */
export function ownTokens(known: Readonly<Record<string, unknown>> = {}) {
  const kept = (value: unknown) =>
    typeof value === "string" && OWN_TOKEN.test(value) ? value : randomBytes(16).toString("hex");
  return { token: kept(known.token), previewToken: kept(known.previewToken) };
}
