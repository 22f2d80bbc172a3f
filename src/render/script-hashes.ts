import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sitegenError } from "../problems/errors.ts";

/** Templates with a script, which is the same in every rendered file. */
const TEMPLATES = ["document.html", "redirect.html"];

/** CSP sources of the scripts that pages and redirect stubs carry. Throws TEMPLATE_BROKEN. */
export function scriptHashes(templates: string): string[] {
  return TEMPLATES.map((name) => scriptHash(join(templates, name)));
}

function scriptHash(path: string): string {
  const [, script] = /<script>([^<]*(?:<(?!\/script)[^<]*)*)<\/script>/.exec(readFileSync(path, "utf8")) ?? [];
  if (script === undefined) throw sitegenError("TEMPLATE_BROKEN", { message: "Its script is missing.", where: path });
  return hashSource(script);
}

/** CSP source of a script with this text. */
export function hashSource(script: string): string {
  return `'sha256-${hash("sha256", script, "base64")}'`;
}
