import type { Lang } from "../content/model.ts";
import type { Block, Payload } from "../content/payload.ts";
import type { Problem } from "../problem.ts";
import { type Found, isDecorative, walkBlock } from "./walk.ts";

/** A story's links, judged when all pages are known. */
export interface CheckedStory {
  lang: Lang;
  /** Name that problems carry: `de/team`. */
  story: string;
  links: Found["links"];
  problems: Problem[];
}

/** What the checks keep of a page until all pages have been seen. */
export interface CheckedPage extends CheckedStory {
  path: string;
  storyId: number;
  title: string;
  ids: ReadonlySet<string>;
}

/** Longest texts that search engines show whole, in characters. */
const TITLE_LIMIT = 70;
const DESCRIPTION_LIMIT = 160;
/** Pixels beyond which a picture only costs time: twice the widest layout. */
const IMAGE_LIMIT = 4000;

/** Findings that one page shows by itself. `html` is its rendered form, for what only the order of tags tells. */
export function checkPage(payload: Payload, html: string, story: string): CheckedPage {
  const problems: Problem[] = [];
  const report = reportTo(problems, story);
  const found: Found = payload.page ? walkBlock(payload.page) : { links: [], images: [], ids: new Set() };
  if (payload.listing === null || payload.listing.page === 1) checkHead(payload, report);
  checkFound(found, report);
  checkHeadings(html, report);
  return {
    path: payload.path,
    lang: payload.lang,
    story,
    storyId: payload.story?.id ?? 0,
    title: payload.head.title,
    ids: new Set([...found.ids, ...idsIn(html)]),
    links: found.links,
    problems,
  };
}

/** Findings in the global story, which every page of a language shows and which has no page of its own. */
/** `story` is the name that its problems carry. */
export function checkGlobal(global: Block | null, lang: Lang, story: string): CheckedStory {
  const problems: Problem[] = [];
  const found: Found = global ? walkBlock(global) : { links: [], images: [], ids: new Set() };
  checkFound(found, reportTo(problems, story));
  return { lang, story, links: found.links, problems };
}

type Report = (problem: Omit<Problem, "story">) => void;

function reportTo(problems: Problem[], story: string): Report {
  return (problem) => problems.push({ ...problem, story });
}

function checkFound({ images, links }: Found, report: Report): void {
  for (const image of images) checkImage(image, report);
  for (const { link, path } of links) if (link.kind === "internal") checkLink(link.href, path, report);
}

function checkHead({ page, head }: Payload, report: Report): void {
  if (!page?.meta_title) {
    report({
      severity: "warning",
      code: "CHECK_META_TITLE_MISSING",
      message: "The page has no meta title.",
      path: "meta_title",
      hint: "Write one of 30 to 60 characters.",
    });
  }
  if (head.title.length > TITLE_LIMIT) {
    report({
      severity: "info",
      code: "CHECK_META_TITLE_LONG",
      message: `The title has ${head.title.length} characters; search results show about ${TITLE_LIMIT}.`,
      path: "meta_title",
      hint: "Shorten the meta title.",
    });
  }
  if (head.description === "") {
    report({
      severity: "warning",
      code: "CHECK_META_DESCRIPTION_MISSING",
      message: "The page has no meta description.",
      path: "meta_description",
      hint: "Write one of 80 to 155 characters.",
    });
  }
  if (head.description.length > DESCRIPTION_LIMIT) {
    report({
      severity: "info",
      code: "CHECK_META_DESCRIPTION_LONG",
      message: `The description has ${head.description.length} characters; search results show about ${DESCRIPTION_LIMIT}.`,
      path: "meta_description",
      hint: "Shorten the meta description.",
    });
  }
}

function checkImage({ image, path, field }: Found["images"][number], report: Report): void {
  if (image.alt === "" && !isDecorative(field)) {
    report({
      severity: "info",
      code: "CHECK_ALT_MISSING",
      message: "The picture has no alternative text.",
      path,
      hint: "Say what it shows, or leave it empty if it only decorates.",
    });
  }
  const drawn = /\.svg$/i.test(image.src.split(/[?#]/)[0] ?? "");
  if (!drawn && (image.width > IMAGE_LIMIT || image.height > IMAGE_LIMIT)) {
    report({
      severity: "warning",
      code: "CHECK_IMAGE_OVERSIZED",
      message: `The picture has ${image.width} × ${image.height} pixels.`,
      path,
      hint: `Upload it with at most ${IMAGE_LIMIT} pixels a side.`,
    });
  }
}

/** A query behind an anchor belongs to the fragment (specification §5 asks for this order all the same). */
function checkLink(href: string, path: string, report: Report): void {
  if (/#[^?]*\?/.test(href)) {
    report({
      severity: "warning",
      code: "CHECK_LINK_ANCHOR_AND_QUERY",
      message: `The link has an anchor and a title or category (${href}); browsers take all of it for the anchor.`,
      path,
      hint: "Remove the anchor, or the title and category.",
    });
  }
}

function checkHeadings(html: string, report: Report): void {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
  const levels = [...main.matchAll(/<h([1-6])[\s>]/g)].map((match) => Number(match[1]));
  const firsts = levels.filter((level) => level === 1).length;
  if (firsts !== 1) {
    report({
      severity: "warning",
      code: "CHECK_HEADING_FIRST",
      message: `The page has ${firsts} main headings; it should have one.`,
      path: "body",
      hint: "Begin the page with a hero or an introduction that has a headline.",
    });
  }
  const skip = levels.findIndex((level, index) => index > 0 && level > (levels[index - 1] ?? 1) + 1);
  if (skip > 0) {
    report({
      severity: "info",
      code: "CHECK_HEADING_ORDER",
      message: `A heading of level ${levels[skip]} follows one of level ${levels[skip - 1]}.`,
      path: "body",
      hint: "Use heading levels in the text without leaving one out.",
    });
  }
}

function idsIn(html: string): string[] {
  return [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? "");
}
