import { readFileSync } from "node:fs";
import { sitegenError } from "../problems/errors.ts";

/** Reads a template, in which each of its slots, such as `{{head}}`, must occur exactly once. */
export function loadTemplate(path: string, slots: readonly string[]): string {
  const template = readFileSync(path, "utf8");
  for (const slot of slots) {
    const count = template.split(`{{${slot}}}`).length - 1;
    if (count === 1) continue;
    const message = `It must contain the slot {{${slot}}} once, but has it ${count} times.`;
    throw sitegenError("TEMPLATE_BROKEN", { message, where: path });
  }
  return template;
}
