import type { HeadInput } from "./head-input.ts";
import { dayOf } from "./order.ts";
import type { Block } from "./payload.ts";
import { stringOf } from "./resolve/context.ts";
import { absolute, absoluteUrl } from "./rules/absolute.ts";

interface JsonLdInput extends HeadInput {
  canonical: string;
  title: string;
  description: string;
  image: string;
}

type Thing = Record<string, unknown>;

/** schema.org objects of a page. They need absolute URLs, so there are none without a configured origin. */
export function jsonLd(input: JsonLdInput): Thing[] {
  if (input.settings.origin === "") return [];
  const things: Thing[] = [];
  if (input.entry.path === "/" || input.entry.path === "/de/") things.push(organization(input), website(input));
  if (input.crumbs.length > 1) things.push(breadcrumbs(input));
  if (input.entry.component === "Insights" && !input.listing) things.push(blogPosting(input));
  if (input.entry.component === "Careers") things.push(jobPosting(input));
  return [...things, ...faq(input), ...videos(input)].map((thing) => ({ "@context": "https://schema.org", ...thing }));
}

function organization({ settings, reader }: JsonLdInput): Thing {
  return {
    "@type": "Organization",
    name: settings.companyName,
    url: absolute(settings, reader.lang === "de" ? "/de/" : "/"),
  };
}

function website({ settings, entry }: JsonLdInput): Thing {
  return {
    "@type": "WebSite",
    name: settings.companyName,
    url: absolute(settings, entry.path),
    inLanguage: entry.lang,
  };
}

function breadcrumbs({ crumbs, settings }: JsonLdInput): Thing {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: crumb.title,
      item: absoluteUrl(settings, crumb.href),
    })),
  };
}

function blogPosting({ entry, page, settings, canonical, description, image }: JsonLdInput): Thing {
  const author = stringOf(page.author);
  return {
    "@type": "BlogPosting",
    headline: stringOf(page.teaser_title) || entry.name,
    ...(description && { description }),
    ...(image && { image }),
    datePublished: dayOf(entry),
    ...(entry.publishedAt && { dateModified: entry.publishedAt }),
    author: author ? { "@type": "Person", name: author } : { "@type": "Organization", name: settings.companyName },
    publisher: { "@type": "Organization", name: settings.companyName },
    inLanguage: entry.lang,
    mainEntityOfPage: canonical,
  };
}

function jobPosting({ entry, page, settings, description }: JsonLdInput): Thing {
  return {
    "@type": "JobPosting",
    title: stringOf(page.teaser_title) || entry.name,
    description: stringOf(page.teaser_text) || description,
    datePosted: dayOf(entry),
    ...(page.employment_type ? { employmentType: page.employment_type } : {}),
    hiringOrganization: { "@type": "Organization", name: settings.companyName, sameAs: absolute(settings, "/") },
    jobLocation: { "@type": "Place", address: { "@type": "PostalAddress", addressLocality: stringOf(page.location) } },
  };
}

/** One FAQPage of all accordions that an editor marked as questions and answers, wherever on the page they stand. */
function faq({ page }: JsonLdInput): Thing[] {
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

function accordionsIn(value: unknown): Block[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(accordionsIn);
  return (value as Partial<Block>).component === "Accordion" ? [value as Block, ...inside] : inside;
}

/** The words of a rich text, its paragraphs and items apart by a space. */
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

/** A VideoObject for each uploaded video that has a name and a poster, which search engines require. */
function videos({ page, entry, settings, description }: JsonLdInput): Thing[] {
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
        thumbnailUrl: absoluteUrl(settings, poster.src),
        contentUrl: absoluteUrl(settings, video.src),
        uploadDate: dayOf(entry),
      },
    ];
  });
}
