/**
 * Every block in every theme, one page per theme: to look at (`node test/blocks/screenshots.mjs`), and for
 * accessibility checks.
 */
import type { Lang } from "../../src/site/api/model.ts";
import { renderPage } from "./render.tsx";
import { sample, samples } from "./samples.ts";

export const themes = ["light", "dark", "accent"] as const;

/** The gallery's page of one theme as a document; `css` is the site's stylesheet. */
export function galleryPage(options: {
  theme: (typeof themes)[number];
  css: string;
  lang?: Lang;
  only?: readonly string[];
}): string {
  const { theme, css, lang = "en", only = [] } = options;
  const names = Object.keys(samples).filter((name) => only.length === 0 || only.includes(name));
  const body = names.map((name) => sample(name, { theme }));
  return `<!doctype html><html lang="${lang}" data-at-top><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery, ${theme}</title><style>${css}</style></head><body><div id="app">${renderPage(body, { lang })}</div></body></html>`;
}
