import { readFileSync } from "node:fs";
import { sitegenError } from "../problems/errors.ts";

const SLOTS = ["lang", "attributes", "head", "body", "start", "app", "late", "payload", "end"] as const;
type Slot = (typeof SLOTS)[number];

export type DocumentTemplate = (values: Record<Slot, string>) => string;

/** Reads the document template. Throws TEMPLATE_BROKEN. */
export function loadDocument(path: string): DocumentTemplate {
  const template = loadTemplate(path, SLOTS);
  const slots = new Map<string, Slot>(SLOTS.map((slot) => [`{{${slot}}}`, slot]));
  const parts = template.split(/(\{\{\w+\}\})/).map((text) => ({ text, slot: slots.get(text) }));
  return (values) => parts.map(({ text, slot }) => (slot ? values[slot] : text)).join("");
}

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
