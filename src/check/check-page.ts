import { createProblem, type Problem } from "../problems/problem.ts";
import type { Datasources, Lang } from "../site/api/model.ts";
import type { Block, HeadData, ImageData, LinkData, OptionData, Payload } from "../site/api/payload.ts";
import type { BlockSchema, Field } from "../site/blocks/fields.ts";
import { headText } from "../site/blocks/head-text.ts";
import { type ByLanguage, forLanguage } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { type HeadFieldsOfPage, headFieldsOf } from "./head-fields.ts";

/** A story's links, to be checked when all pages are known. */
export interface CheckedStory {
  lang: Lang;
  /** Name in problems: `de/team`. */
  story: string;
  links: ContentToCheck["links"];
  problems: Problem[];
}

/** What is kept of a page for the checks across pages. */
export interface CheckedPage extends CheckedStory {
  path: string;
  storyId: number;
  title: string;
  /** Path of the field with the title; "" if only the story is known. */
  titleField: string;
  ids: ReadonlySet<string>;
}

/** The site's page types and schemas. */
export interface CheckRules {
  pageTypes: ResolvedSite["pageTypes"];
  schemaOf: (component: string) => BlockSchema | undefined;
  datasources: ByLanguage<Datasources>;
}

/** Longest texts that search engines show in full, in characters. */
const TITLE_LIMIT = 70;
const DESCRIPTION_LIMIT = 160;
/** Pixels beyond which a picture only costs time: twice the widest layout. */
const IMAGE_LIMIT = 4000;
/** Characters of a tag in a message. */
const MARKUP_SHOWN = 160;

/** Checks a single page. `html` is its rendered form, for checks that depend on the order of tags. */
export function checkPage(
  { payload, html, story }: { payload: Payload; html: string; story: string },
  { pageTypes, schemaOf, datasources }: CheckRules,
): CheckedPage {
  const problems: Problem[] = [];
  const report = reportTo(problems, story);
  const { page } = payload;
  const found = walkBlock(page, schemaOf);
  const fields = headFieldsOf(page ?? NO_PAGE, pageTypes[page?.component ?? ""]);
  const [titleField = ""] = fields.title;
  if (page && payload.story && (payload.listing === null || payload.listing.page === 1))
    checkHead({ page, head: payload.head, fields }, report);
  checkFound(found, forLanguage(datasources, payload.lang), report);
  const main = mainOf(html);
  checkHeadings(main, { path: bodyOf(page ?? NO_PAGE), report });
  checkMarkup(main, "A picture", report);
  // Every page has these: without a story, they are one problem.
  checkMarkup(html.replace(main, ""), "A picture of the layout", reportTo(problems, ""));
  return {
    path: payload.path,
    lang: payload.lang,
    story,
    storyId: payload.story?.id ?? 0,
    title: payload.head.title,
    titleField,
    ids: new Set(idsIn(html)),
    links: found.links,
    problems,
  };
}

const NO_PAGE: Block = { component: "", _uid: "" };

/** The field with the page's blocks. */
function bodyOf(page: Block): string {
  const isBlocks = (value: unknown) => Array.isArray(value) && typeof value[0]?.component === "string";
  return Object.keys(page).find((name) => isBlocks(page[name])) ?? "";
}

/**
 * Checks the global story, which every page of a language shows and which has no page. `story` is its name in problems.
 */
export function checkGlobal(
  { global, lang, story }: { global: Block | null; lang: Lang; story: string },
  { schemaOf, datasources }: CheckRules,
): CheckedStory {
  const problems: Problem[] = [];
  const found = walkBlock(global, schemaOf);
  checkFound(found, forLanguage(datasources, lang), reportTo(problems, story));
  return { lang, story, links: found.links, problems };
}

type Report = (
  severity: Problem["severity"],
  code: string,
  details: Pick<Problem, "message" | "path" | "hint">,
) => void;

function reportTo(problems: Problem[], story: string): Report {
  return (severity, code, details) => problems.push(createProblem(severity, code, { ...details, story }));
}

function checkFound({ images, links, choices }: ContentToCheck, datasources: Datasources, report: Report): void {
  for (const image of images) checkImage(image, report);
  for (const { value, source, path } of choices) {
    const entries = datasources[source] ?? []; // none: the datasource is missing, which is said once
    if (entries.length > 0 && !entries.some((entry) => entry.value === value))
      report("warning", "CONTENT_UNKNOWN_CHOICE", {
        message: `The datasource "${source}" has no entry with the value "${value}"; the value itself is shown.`,
        path,
        hint: "Choose another value, or add the entry to the datasource.",
      });
  }
  for (const { link, path } of links) if (link.kind === "internal") checkLink(link.href, path, report);
}

interface CheckedHead {
  page: Block;
  head: HeadData;
  fields: HeadFieldsOfPage;
}

/** The first field is meant for search engines; its fallbacks were written for another purpose. */
function checkHead({ page, head, fields }: CheckedHead, report: Report): void {
  const [titleField] = fields.title;
  const [descriptionField] = fields.description;
  if (titleField !== undefined && headText(page, "title", [titleField]) === "") {
    report("warning", "CHECK_META_TITLE_MISSING", {
      message: "The page has no title of its own for search engines.",
      path: titleField,
      hint: `Write one of 30 to 60 characters into "${titleField}".`,
    });
  }
  if (head.title.length > TITLE_LIMIT) {
    report("info", "CHECK_META_TITLE_LONG", {
      message: `The title has ${head.title.length} characters; search results show about ${TITLE_LIMIT}.`,
      path: titleField ?? "",
      hint: "Shorten the title.",
    });
  }
  if (descriptionField !== undefined && head.description === "") {
    report("warning", "CHECK_META_DESCRIPTION_MISSING", {
      message: "The page has no description for search engines.",
      path: descriptionField,
      hint: `Write one of 80 to 155 characters into "${descriptionField}".`,
    });
  }
  if (head.description.length > DESCRIPTION_LIMIT) {
    report("info", "CHECK_META_DESCRIPTION_LONG", {
      message: `The description has ${head.description.length} characters; search results show about ${DESCRIPTION_LIMIT}.`,
      path: descriptionField ?? "",
      hint: "Shorten the description.",
    });
  }
}

function checkImage({ image, path, isDecorative }: ContentToCheck["images"][number], report: Report): void {
  if (image.alt === "" && !isDecorative) {
    report("info", "CHECK_ALT_MISSING", {
      message: "The picture has no alternative text.",
      path,
      hint: "Describe what it shows, or leave it empty if the picture is decorative.",
    });
  }
  const drawn = /\.svg$/i.test(image.src.split(/[?#]/)[0] ?? "");
  if (!drawn && (image.width > IMAGE_LIMIT || image.height > IMAGE_LIMIT)) {
    report("warning", "CHECK_IMAGE_OVERSIZED", {
      message: `The picture has ${image.width} × ${image.height} pixels.`,
      path,
      hint: `Upload it with at most ${IMAGE_LIMIT} pixels a side.`,
    });
  }
}

/** In a URL, a query after an anchor belongs to the fragment, and content service links put it there. */
function checkLink(href: string, path: string, report: Report): void {
  const anchor = href.indexOf("#");
  if (anchor >= 0 && href.includes("?", anchor)) {
    report("warning", "CHECK_LINK_ANCHOR_AND_QUERY", {
      message: `The link has an anchor and a title or category (${href}); browsers treat all of it as the anchor.`,
      path,
      hint: "Remove the anchor, or the title and category.",
    });
  }
}

function mainOf(html: string): string {
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
}

/** Pictures that a site's own markup gets wrong, whatever their fields hold. */
function checkMarkup(html: string, picture: string, report: Report): void {
  const shown = html.replace(/<script\b[\s\S]*?<\/script>/g, "");
  for (const [tag] of shown.matchAll(/<img\b(?:"[^"]*"|'[^']*'|[^>"'])*>/g)) {
    const markup = tag.length > MARKUP_SHOWN ? `${tag.slice(0, MARKUP_SHOWN)}…` : tag;
    if (!/\salt(?=[\s=>/])/.test(tag)) {
      report("warning", "CHECK_ALT_MISSING", {
        message: `${picture} has no alternative text: ${markup}`,
        path: "",
        hint: 'Give the <img> an "alt", which is empty if the picture is decorative.',
      });
    }
    if (tag.includes("[object Object]")) {
      report("warning", "CHECK_FILE_BROKEN", {
        message: `${picture} has an object where a text belongs: ${markup}`,
        path: "",
        hint: "Use the `src` of the field's picture, or the kit's `Image`.",
      });
    } else if (/\ssrc="(?![/#]|[a-z][a-z\d+.-]*:)[^"]/i.test(tag)) {
      report("warning", "CHECK_FILE_BROKEN", {
        message: `${picture} has an address that differs from page to page: ${markup}`,
        path: "",
        hint: "Begin the address with a slash, or import the file.",
      });
    }
  }
}

function checkHeadings(main: string, { path, report }: { path: string; report: Report }): void {
  const levels = [...main.matchAll(/<h([1-6])[\s>]/g)].map((match) => Number(match[1]));
  const firsts = levels.filter((level) => level === 1).length;
  if (firsts !== 1) {
    report("warning", "CHECK_HEADING_FIRST", {
      message: `The page has ${firsts} main headings; it should have one.`,
      path,
      hint: "Give the page one heading of level 1, in its first block or in the component of its page type.",
    });
  }
  const skip = levels.findIndex((level, index) => index > 0 && level > (levels[index - 1] ?? 1) + 1);
  if (skip > 0) {
    report("info", "CHECK_HEADING_ORDER", {
      message: `A heading of level ${levels[skip]} follows one of level ${levels[skip - 1]}.`,
      path,
      hint: "Do not skip heading levels in the text.",
    });
  }
}

function idsIn(html: string): string[] {
  return [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? "");
}

/** Everything to check in a resolved block tree, with block paths. */
interface ContentToCheck {
  links: { link: LinkData; path: string }[];
  images: { image: ImageData; path: string; isDecorative: boolean }[];
  choices: { value: string; source: string; path: string }[];
}

/** Data of other stories is skipped: their own pages are checked. */
export function walkBlock(page: Block | null, schemaOf: CheckRules["schemaOf"]): ContentToCheck {
  const found: ContentToCheck = { links: [], images: [], choices: [] };
  const visit = (value: unknown, path: string, field: Field | undefined): void => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(item, `${path}[${index}]`, field);
      });
      return;
    }
    if (typeof value !== "object" || value === null) return;
    if (field?.type === "datasource" || field?.type === "datasources")
      found.choices.push({ value: (value as OptionData).value, source: field.source, path });
    else if (isLink(value)) found.links.push({ link: value, path });
    else if (isImage(value)) found.images.push({ image: value, path, isDecorative: isDecorative(field) });
    else
      for (const { key, item, field: own } of ownContent(value, schemaOf))
        visit(item, path === "" ? key : `${path}/${key}`, own ?? field);
  };
  visit(page, "", undefined);
  return found;
}

/** For a block the fields with the story's own content, for rich text and tables everything. */
function ownContent(value: object, schemaOf: CheckRules["schemaOf"]) {
  const schema = "component" in value ? schemaOf(String(value.component)) : undefined;
  const all = Object.entries(value).map(([key, item]) => {
    const field = schema && Object.hasOwn(schema.fields, key) ? schema.fields[key] : undefined;
    return { key, item, field };
  });
  return schema ? all.filter(({ field }) => field && field.type !== "relation" && field.type !== "relations") : all;
}

/** True if the schema says that the field's pictures need no alternative text. */
function isDecorative(field: Field | undefined): boolean {
  return field !== undefined && "decorative" in field && field.decorative === true;
}

function isLink(value: object): value is LinkData {
  return "href" in value && "kind" in value && "target" in value;
}

function isImage(value: object): value is ImageData {
  return "src" in value && "alt" in value && "sources" in value;
}
