/** The browser's code and styles, mirrored assets, shared states, error pages and the page that empties caches. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorPayload } from "../../content/page/page-payload.ts";
import { withBase } from "../../content/rules/paths.ts";
import { PACKAGE_ROOT } from "../../files/package-root.ts";
import { loadTemplate } from "../../render/document.ts";
import { escapeHtml } from "../../render/escape.ts";
import type { Shared } from "../../site/api/payload.ts";
import { forLanguage } from "../../site/by-language.ts";
import { type Domain, domainPath } from "../../site/domains.ts";
import { directionOf, type Language, languageOf } from "../../site/languages.ts";
import type { RenderContext } from "../render-context.ts";
import { renderHtml } from "../render-payload.ts";
import { hasOtherWords, type Output, type OutputFile, type OutputInput } from "./output.ts";

/**
 * They follow from code and shared states: when those change, every output is made again. Words follow from
 * datasources.
 */
export const clientFiles: Output = {
  name: "client",
  keys: ({ context }) => context.domains.map(({ folder }) => folder),
  isMoved: (folder, { context }, moved) =>
    domainIn(folder, context).languages.some(({ code }) => hasOtherWords(code, moved)),
  async make(folder, input) {
    const { context, client } = input;
    const domain = domainIn(folder, context);
    const files: OutputFile[] = (await client.files()).map(({ path, bytes }) => ({ path, content: bytes }));
    for (const { path, read } of await client.siteFiles()) files.push({ path, content: read });
    if (context.definition.cachePage) files.push({ path: FLUSH_PAGE, content: flushPage(domain, input) });
    const [first] = domain.languages;
    // Hosts look for the error page at the root, even if no language has its pages there.
    if (domain.languages.every(({ prefix }) => prefix !== ""))
      files.push({ path: "404.html", content: errorPage(first, context) });
    return { files: files.map((file) => ({ ...file, path: domainPath(domain, file.path) })) };
  },
};

/** Mirrored assets and their variants. */
export const assetFiles: Output = {
  name: "assets",
  keys: ({ context }) => context.domains.map(({ folder }) => folder),
  isMoved: (_, __, { assets, uses }) => assets || uses,
  make(folder, { context, assets }) {
    const domain = domainIn(folder, context);
    const files = assets.files.map(({ path, source }) => ({
      path: domainPath(domain, path),
      content: () => readFile(source),
    }));
    return { files };
  },
};

export const sharedStates: Output = {
  name: "shared",
  keys: ({ context }) => context.definition.languages.map(({ code }) => code),
  isMoved: (code, _, moved) => hasOtherWords(code, moved),
  make(code, { context }) {
    const language = languageOf(context.definition.languages, code);
    const files = [context.sharedFiles, context.wordsFiles].map((states) => forLanguage(states, code));
    return {
      files: [
        ...files.map(({ path, text }) => ({ path: domainPath(language, path), content: text })),
        { path: errorFile(language.home), content: errorPage(language, context) },
      ],
    };
  },
};

export function domainIn(folder: string, { domains }: Pick<RenderContext, "domains">): Domain {
  return domains.find((domain) => domain.folder === folder) ?? domains[0];
}

/** Path of a language's error page, from its home path. */
export function errorFile(home: string): string {
  return `${home.slice(1)}404.html`;
}

export function errorPage({ code }: Language, context: RenderContext): string {
  const title = forLanguage(context.shared, code).words.error_title ?? "";
  return renderHtml(errorPayload(code, context.settings, title), context);
}

export const FLUSH_PAGE = "flushCache/index.html";

const FLUSH_SLOTS = ["lang", "title", "css", "favicon", "script", "sections"] as const;

/** The page that clears the site's caches in a browser, with a section per language; the first is the page's own. */
export function flushPage({ languages }: Domain, { context, client }: Pick<OutputInput, "context" | "client">): string {
  const { companyName, base } = context.settings;
  const [{ code, locale }] = languages;
  const { css, favicon } = forLanguage(context.files, code);
  const title = [forLanguage(context.shared, code).words.flush_title, companyName].filter(Boolean).join(" | ");
  return loadTemplate(
    join(PACKAGE_ROOT, "templates", "flush-cache.html"),
    FLUSH_SLOTS,
  )({
    lang: escapeHtml(locale),
    title: escapeHtml(title),
    css: escapeHtml(css),
    favicon: escapeHtml(favicon),
    script: escapeHtml(withBase(base, client.bundle.flush)),
    sections: languages.map((one, index) => section(one, forLanguage(context.shared, one.code), index)).join("\n"),
  });
}

/** The script reports its result with the words in the section. */
function section({ locale }: Language, { words, homeHref }: Shared, index: number): string {
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
