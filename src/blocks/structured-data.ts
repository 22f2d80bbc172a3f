/** schema.org objects of the sample's page types. */

import { absoluteHref } from "../content/rules/paths.ts";
import type { Block } from "../site/api/payload.ts";
import { stringOf } from "../site/blocks/field-values.ts";
import type { StructuredDataInput } from "../site/definition.ts";

type Thing = Record<string, unknown>;

/** For all page types: questions with answers, videos. */
export function common(input: StructuredDataInput): Thing[] {
  return [...faq(input), ...videos(input)];
}

/** A post, except on its listing pages. */
export function blogPosting(input: StructuredDataInput): Thing[] {
  const { entry, page, settings, canonical, description, image, day } = input;
  if (input.listing) return common(input);
  const author = stringOf(page.author);
  const company = { "@type": "Organization", name: settings.companyName };
  const posting = {
    "@type": "BlogPosting",
    headline: stringOf(page.teaser_title) || entry.name,
    ...(description && { description }),
    ...(image && { image }),
    datePublished: day,
    ...(entry.publishedAt && { dateModified: entry.publishedAt }),
    author: author ? { "@type": "Person", name: author } : company,
    publisher: company,
    inLanguage: entry.lang,
    mainEntityOfPage: canonical,
  };
  return [posting, ...common(input)];
}

export function jobPosting(input: StructuredDataInput): Thing[] {
  const { entry, page, settings, description, day } = input;
  const posting = {
    "@type": "JobPosting",
    title: stringOf(page.teaser_title) || entry.name,
    description: stringOf(page.teaser_text) || description,
    datePosted: day,
    ...(page.employment_type ? { employmentType: page.employment_type } : {}),
    hiringOrganization: { "@type": "Organization", name: settings.companyName, sameAs: absoluteHref(settings, "/") },
    jobLocation: { "@type": "Place", address: { "@type": "PostalAddress", addressLocality: stringOf(page.location) } },
  };
  return [posting, ...common(input)];
}

/** One FAQPage of all accordions that are marked as questions and answers, anywhere on the page. */
function faq({ page }: StructuredDataInput): Thing[] {
  const entries = accordionsIn(page)
    .filter((block) => block.faq === true)
    .flatMap((block) => (Array.isArray(block.items) ? (block.items as Block[]) : []))
    .map((item) => ({ question: stringOf(item.title).trim(), answer: plainText(item.text) }))
    .filter(({ question, answer }) => question !== "" && answer !== "");
  if (entries.length === 0) return [];
  const mainEntity = entries.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  }));
  return [{ "@type": "FAQPage", mainEntity }];
}

/** Appends to one list and makes no others, since it visits every value of every page. */
function accordionsIn(value: object, found: Block[] = []): Block[] {
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === "object" && item !== null) accordionsIn(item, found);
    return found;
  }
  const fields = value as Record<string, unknown>;
  if (fields.component === "Accordion") found.push(value as Block);
  for (const key in fields) {
    const inner = fields[key];
    if (typeof inner === "object" && inner !== null) accordionsIn(inner, found);
  }
  return found;
}

/** The text of a rich text, with a space between paragraphs and items. */
function plainText(node: unknown): string {
  const words = (part: unknown): string => {
    if (typeof part !== "object" || part === null) return "";
    const { text, content, type } = part as { text?: unknown; content?: unknown; type?: unknown };
    if (typeof text === "string") return text;
    const inner = Array.isArray(content) ? content.map(words).join("") : "";
    return type === "hard_break" || type === "paragraph" || type === "heading" ? `${inner} ` : inner;
  };
  return words(node).replace(/\s+/g, " ").trim();
}

/** A VideoObject for each uploaded video with a name and a poster, which search engines require. */
function videos({ page, entry, description, day, absolute: absoluteUrl }: StructuredDataInput): Thing[] {
  const blocks = Array.isArray(page.body) ? (page.body as Block[]) : [];
  return blocks.flatMap((block) => {
    const video = block.video as { src: string; foreign?: boolean } | null | undefined;
    const poster = block.poster as { src: string } | null | undefined;
    const name = stringOf(block.headline) || stringOf(page.teaser_title) || entry.name;
    if (!video || video.foreign || !poster) return [];
    return [
      {
        "@type": "VideoObject",
        name,
        description: description || name,
        thumbnailUrl: absoluteUrl(poster.src),
        contentUrl: absoluteUrl(video.src),
        uploadDate: day,
      },
    ];
  });
}
