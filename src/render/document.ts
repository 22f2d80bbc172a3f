import { readFileSync } from "node:fs";
import { sitegenError } from "../errors.ts";

const SLOTS = ["lang", "attributes", "head", "body", "start", "app", "late", "payload", "end"] as const;
type Slot = (typeof SLOTS)[number];

export type DocumentTemplate = (values: Record<Slot, string>) => string;

/** Reads the document template and checks its slots; each must occur exactly once. */
export function loadDocument(path: string): DocumentTemplate {
  const template = readFileSync(path, "utf8");
  for (const slot of SLOTS) {
    const count = template.split(`{{${slot}}}`).length - 1;
    if (count !== 1) {
      throw sitegenError("TEMPLATE_BROKEN", {
        message: `It must contain the slot {{${slot}}} once, but has it ${count} times.`,
        where: path,
      });
    }
  }
  const slots = new Map<string, Slot>(SLOTS.map((slot) => [`{{${slot}}}`, slot]));
  const parts = template.split(/(\{\{\w+\}\})/).map((text) => ({ text, slot: slots.get(text) }));
  return (values) => parts.map(({ text, slot }) => (slot ? values[slot] : text)).join("");
}
