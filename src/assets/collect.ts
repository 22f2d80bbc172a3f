import { filenameOf } from "../content/asset.ts";
import type { Lang, Space } from "../content/model.ts";

const LANGS: readonly Lang[] = ["en", "de"];

/** Addresses of all assets that a space's content refers to, sorted, each once. */
export function collectAssets(space: Space): string[] {
  const found = new Set<string>();
  for (const lang of LANGS) {
    const global = space.global[lang];
    if (global) visit(global.content, found);
    for (const story of space.stories(lang)) visit(story.content, found);
  }
  return [...found].sort();
}

/** Asset fields carry `filename`; rich-text images `src`; links to assets `linktype` asset (Storyblok facts §3). */
function visit(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const record = value as Record<string, unknown>;
  if (record.fieldtype === "asset" || typeof record.filename === "string") add(filenameOf(record), found);
  if (record.linktype === "asset") add(text(record.url) || text(record.cached_url) || text(record.href), found);
  if (record.type === "image") add(text((record.attrs as Record<string, unknown> | undefined)?.src), found);
  for (const item of Object.values(record)) visit(item, found);
}

function add(filename: string, found: Set<string>): void {
  if (filename !== "") found.add(filename);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
