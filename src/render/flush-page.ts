import { readFileSync } from "node:fs";
import { escapeHtml } from "./escape.ts";

export type FlushSlot = "company" | "css" | "favicon" | "script" | "home" | "homeDe";

/** The cache utility (product contract §5, `flushCache/index.html`): one page in both languages. */
export function renderFlushPage(template: string, values: Record<FlushSlot, string>): string {
  return readFileSync(template, "utf8").replace(/\{\{(\w+)\}\}/g, (whole, slot: string) =>
    slot in values ? escapeHtml(values[slot as FlushSlot]) : whole,
  );
}
