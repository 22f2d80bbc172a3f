import { readFileSync } from "node:fs";
import { sitegenError } from "../problems/errors.ts";

const SLOTS = ["lang", "attributes", "head", "body", "start", "app", "late", "payload", "end"] as const;

export type DocumentTemplate = ReturnType<typeof loadDocument>;

export const loadDocument = (path: string) => loadTemplate(path, SLOTS);

/** Reads a template, in which each of its slots, such as `{{head}}`, must occur exactly once. Throws TEMPLATE_BROKEN. */
export function loadTemplate<Slot extends string>(
  path: string,
  slots: readonly Slot[],
): (values: Record<Slot, string>) => string {
  const template = readFileSync(path, "utf8");
  for (const slot of slots) {
    const count = template.split(`{{${slot}}}`).length - 1;
    if (count === 1) continue;
    const message = `It must contain the slot {{${slot}}} once, but has it ${count} times.`;
    throw sitegenError("TEMPLATE_BROKEN", { message, where: path });
  }
  const bySlot = new Map(slots.map((slot) => [`{{${slot}}}`, slot]));
  const parts = template.split(/(\{\{\w+\}\})/).map((text) => ({ text, slot: bySlot.get(text) }));
  return (values) => parts.map(({ text, slot }) => (slot ? values[slot] : text)).join("");
}
