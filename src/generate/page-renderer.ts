/** What each thread does with a page: from its payload to its HTML file. It needs code and shared state, and no story. */
import type { Dependency } from "../incremental/dependency-kinds.ts";
import { pageFile } from "../publish/page-files.ts";
import type { Stage } from "../publish/stage.ts";
import { type RenderedFile, stageIfChanged } from "../publish/stage.ts";
import type { PageContext } from "./page-context.ts";
import { eachWithPageDeadline } from "./page-deadline.ts";
import { renderPayload } from "./render-payload.ts";

/** A page to render: plain data, so that it can be sent to a thread. */
export interface PageToRender {
  path: string;
  /** Text of its `_payload.json`. */
  json: string;
  lastHtml: string | undefined;
}

/** The page's file, which is on disk so that threads exchange little, or why the page failed. */
export type PageHtml = { message: string } | PageFile;

interface PageFile {
  html: RenderedFile;
  addresses: string[];
  /** What it depends on besides its payload. */
  shown: Dependency[];
  ms: number;
}

/** Several pages, which share a deadline (page-deadline.ts). */
export type RenderPages = <One extends { page: PageToRender }>(pages: readonly One[]) => [One, PageHtml][];

export function createPageRenderer(context: PageContext, stage: Stage): RenderPages {
  const render = ({ page }: { page: PageToRender }) => {
    const started = performance.now();
    const made = renderPayload(page.json, context);
    return { ms: performance.now() - started, ...made };
  };
  return (pages) =>
    eachWithPageDeadline(pages, render).map(([one, made]) => {
      if ("message" in made) return [one, made];
      const { path, lastHtml } = one.page;
      const html = stageIfChanged(stage, pageFile(path), made.html, lastHtml);
      return [one, { addresses: addressesIn(context.settings.base, made.html), ...made, html }];
    });
}

/** Attributes with a URL; the value is the separator if there can be several. */
const ATTRIBUTES: Readonly<Record<string, string | null>> = {
  href: null,
  src: null,
  poster: null,
  action: null,
  "data-app": null,
  "data-shared": null,
  srcset: ",",
  "data-chunks": " ",
};

/** The distinct addresses below `base` in a page. The search starts from values, since most attributes have others. */
export function addressesIn(base: string, html: string): string[] {
  const found = new Set<string>();
  const note = (address: string) => {
    if (address.startsWith(base) && !address.startsWith("//")) found.add(address);
  };
  for (let at = html.indexOf('="/'); at !== -1; at = html.indexOf('="/', at + 3)) {
    const name = html.slice(html.lastIndexOf(" ", at) + 1, at);
    if (!Object.hasOwn(ATTRIBUTES, name)) continue;
    const value = html.slice(at + 2, html.indexOf('"', at + 2));
    const separator = ATTRIBUTES[name];
    if (separator === null) note(value);
    else for (const part of value.split(separator ?? "")) note(firstWord(part));
  }
  return [...found];
}

/** The address in a part of a `srcset`, which a width follows. */
function firstWord(part: string): string {
  const text = part.trim();
  const end = text.indexOf(" ");
  return end === -1 ? text : text.slice(0, end);
}
