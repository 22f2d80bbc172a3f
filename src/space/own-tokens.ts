/** Tokens of a space folder's own: nobody who knows those of another can read this one's drafts. */
import { randomBytes } from "node:crypto";

export interface SpaceTokens {
  token: string;
  previewToken: string;
}

const OWN_TOKEN = /^[0-9a-f]{32}$/;

/** Random ones; those that a folder has already are kept, since they may be in an .env file. */
export function ownTokens(known: Readonly<Record<string, unknown>> = {}): SpaceTokens {
  const kept = (value: unknown) => (typeof value === "string" && OWN_TOKEN.test(value) ? value : randomToken());
  return { token: kept(known.token), previewToken: kept(known.previewToken) };
}

function randomToken(): string {
  return randomBytes(16).toString("hex");
}
