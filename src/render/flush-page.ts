import { readFileSync } from "node:fs";
import { directionOf } from "../site/languages.ts";
import { escapeHtml } from "./escape.ts";

export interface FlushSection {
  locale: string;
  words: Readonly<Record<string, string>>;
  /** URL of the language's home page; "" if there is none. */
  homeHref: string;
}

export interface FlushPage {
  company: string;
  css: string;
  favicon: string;
  script: string;
  /** One section per language; the first is the page's own. */
  sections: readonly FlushSection[];
}

/** The page that clears the site's caches in a browser, with a section per language. */
export function renderFlushPage(template: string, { sections, ...page }: FlushPage): string {
  const [first] = sections;
  const title = [first?.words.flush_title, page.company].filter(Boolean).join(" | ");
  const slots: Record<string, string> = {
    ...Object.fromEntries(Object.entries(page).map(([name, value]) => [name, escapeHtml(value)])),
    lang: escapeHtml(first?.locale ?? ""),
    title: escapeHtml(title),
    sections: sections.map(section).join("\n"),
  };
  return readFileSync(template, "utf8").replace(/\{\{(\w+)\}\}/g, (whole, slot: string) => slots[slot] ?? whole);
}

/** The script reports its result with the words in the section. */
function section({ locale, words, homeHref }: FlushSection, index: number): string {
  const level = index === 0 ? "h1" : "h2";
  const word = (name: string) => escapeHtml(words[`flush_${name}`] ?? "");
  const attributes = ["done", "nothing", "removed", "build", "unknown"].map((name) => ` data-${name}="${word(name)}"`);
  return [
    `<section${index === 0 ? "" : ` lang="${escapeHtml(locale)}"`}${directionOf({ locale }) === "rtl" ? ' dir="rtl"' : ""}>`,
    `<${level} class="headline-2">${word("title")}</${level}>`,
    `<div data-flush-report role="status"${attributes.join("")}><p>${word("intro")}</p></div>`,
    ...(homeHref === "" ? [] : [`<p><a href="${escapeHtml(homeHref)}">${word("home")}</a></p>`]),
    "</section>",
  ].join("\n");
}
