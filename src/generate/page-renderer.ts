/** What each thread does with a page: from its payload to its HTML file. It needs code and shared state, and no story. */
import type { Dependency } from "../incremental/dependency-kinds.ts";
import { messageOf } from "../problems/cause.ts";
import type { Stage } from "../publish/stage.ts";
import { type RenderedFile, stageIfChanged } from "../publish/stage.ts";
import { createAddressFinder } from "./page-addresses.ts";
import type { PageContext } from "./page-context.ts";
import { withPageDeadline } from "./page-deadline.ts";
import { pageFile } from "./page-files.ts";
import { renderPayload } from "./render-payload.ts";

/** A page to render: plain data, so that it can be sent to a thread. */
export interface PageToRender {
  path: string;
  lang: string;
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

export type RenderPage = (page: PageToRender) => PageHtml;

export function createPageRenderer(context: PageContext, stage: Stage): RenderPage {
  const addressesIn = createAddressFinder(context.settings.base);
  return ({ path, lang, json, lastHtml }) => {
    const started = performance.now();
    const made = attempt(() => renderPayload(json, context));
    if ("message" in made) return made;
    const { html, shown } = made;
    return {
      shown,
      html: stageIfChanged(stage, pageFile(path), html, lastHtml),
      addresses: addressesIn(lang, html),
      ms: performance.now() - started,
    };
  };
}

/** The result of a step of making a page, or why it failed. */
export function attempt<T>(step: () => T): T | { message: string } {
  try {
    return withPageDeadline(step);
  } catch (error) {
    return { message: messageOf(error) };
  }
}
