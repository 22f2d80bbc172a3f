import { loadTemplate } from "./load-template.ts";

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
