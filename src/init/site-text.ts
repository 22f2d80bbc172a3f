/** The other files that `sitegen init --from-space` writes. */
import { pascalCase, property } from "../site/blocks/type-names.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";
import type { TextFile } from "./block-files.ts";
import { HEADLINE } from "./infer-fields.ts";
import { type InferredComponent, type InferredSite, LANGUAGE_NAMES } from "./infer-space.ts";

const REGION_NAMES = new Intl.DisplayNames([ENGINE_LANGUAGE], { type: "region", fallback: "none" });

const SEARCH_TITLE = /^(seo|meta)[-_ ]?title$/i;
/** Fields for search engines only. */
const SEARCH = /^(seo|meta)/i;
const TEXT_FIELDS = /^((seo|meta)[-_ ]?description|description|teaser|intro|excerpt|summary)$/i;

/** `site.ts` for an inferred site. */
export function definitionText(site: InferredSite): string {
  const pages = site.components.filter(({ kind }) => kind === "page");
  const hasMenu = site.menu.length > 0;
  return [
    'import { defineSite } from "sitegen-storyblok";',
    `import { Layout${hasMenu ? ", menuOf" : ""} } from "./layout/layout.tsx";`,
    "",
    "/** Every key: docs/site-definition.md of sitegen-storyblok. */",
    "export default defineSite({",
    `  languages: [${site.languages.map((code) => `{ code: ${JSON.stringify(code)}${localeOf(code)}${nameOf(code, site)} }`).join(", ")}],`,
    ...(site.translation === "folders" ? ['  translation: "folders",'] : []),
    `  home: ${JSON.stringify(site.home)},`,
    `  global: ${JSON.stringify(site.global)},`,
    "  pageTypes: {",
    ...pages.map((page) => `    ${property(page.name)}: ${pageType(page, site.menu)},`),
    "  },",
    ...(site.datasources.length === 0
      ? []
      : [`  datasources: ${JSON.stringify(site.datasources).replaceAll(",", ", ")},`]),
    `  layout: { Layout${hasMenu ? `, data: menuOf(${site.menu.map((type) => JSON.stringify(type)).join(", ")})` : ""} },`,
    '  styles: ["./styles/site.css"],',
    '  icons: { favicon: "./icons/favicon.svg" },',
    "});",
    "",
  ].join("\n");
}

/** BCP 47 tag for `<html lang>`: `pt_br` and `pt-br` are `pt-BR`. */
function localeOf(code: string): string {
  const locale = tagOf(code);
  return locale === undefined || locale === code ? "" : `, locale: ${JSON.stringify(locale)}`;
}

/** The language's own name, for the language switch; a site with one language needs none. */
function nameOf(code: string, { languages }: InferredSite): string {
  const locale = languages.length === 1 ? undefined : tagOf(code);
  if (locale === undefined) return "";
  const name = new Intl.DisplayNames([locale], { type: "language", fallback: "none" }).of(locale);
  if (name === undefined) return "";
  return `, name: ${JSON.stringify(name.charAt(0).toLocaleUpperCase(locale) + name.slice(1))}`;
}

/** Locale of a country whose code is no language's: `us` is `en-US`, while `de` is a language too. */
export function countryLocale(code: string): string | undefined {
  if (!/^[a-z]{2}$/i.test(code) || LANGUAGE_NAMES.of(code) !== undefined) return undefined;
  const { language, region = "" } = new Intl.Locale(`und-${code}`).maximize();
  return REGION_NAMES.of(region) === undefined ? undefined : `${language}-${region}`;
}

/** Undefined for a code that is not a language tag. */
function tagOf(code: string): string | undefined {
  const ofCountry = countryLocale(code);
  if (ofCountry !== undefined) return ofCountry;
  try {
    return Intl.getCanonicalLocales(code.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

/** Fields for the page's head, best first. Pages of the menu are ordered by the editor. */
function pageType({ name: type, fields }: InferredComponent, menu: readonly string[]): string {
  const named = (pattern: RegExp, kinds: readonly string[]) =>
    Object.entries(fields)
      .filter(([name, field]) => pattern.test(name) && kinds.includes(field.kind))
      .map(([name]) => name)
      .sort((a, b) => Number(SEARCH.test(b)) - Number(SEARCH.test(a)));
  const plugins = (part: "title" | "description") =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === "plugin" && field.head.includes(part) ? [name] : [],
    );
  const head = {
    title: [
      ...plugins("title"),
      ...named(SEARCH_TITLE, ["text", "textarea"]),
      ...named(HEADLINE, ["text", "textarea"]),
    ],
    description: [...plugins("description"), ...named(TEXT_FIELDS, ["text", "textarea"])],
    image: named(/./, ["image"]).slice(0, 2),
  };
  const rows = Object.entries(head)
    .filter(([, names]) => names.length > 0)
    .map(([part, names]) => `${part}: [${names.map((name) => JSON.stringify(name)).join(", ")}]`);
  const date = Object.entries(fields).find(([, field]) => field.kind === "datetime")?.[0];
  const parts = [
    ...(rows.length > 0 ? [`head: { ${rows.join(", ")} }`] : []),
    ...(date !== undefined ? [`date: ${JSON.stringify(date)}`] : menu.includes(type) ? ['order: "position"'] : []),
  ];
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** A test of one block, and the block's name in it. */
export function testFile({ name, fields }: InferredComponent, stem: string): TextFile {
  const component = pascalCase(stem);
  const [field = ""] = Object.entries(fields).find(([, { kind }]) => kind === "text" || kind === "textarea") ?? [];
  const content = field === "" ? "{}" : `{ ${property(field)}: "Hello" }`;
  return {
    path: `test/${stem}.test.tsx`,
    text: [
      'import { renderBlock } from "sitegen-storyblok/testing";',
      'import { expect, test } from "vitest";',
      `import { schema } from "../blocks/${stem}/${stem}.schema.ts";`,
      `import { ${component} } from "../blocks/${stem}/${stem}.tsx";`,
      "",
      `test(${JSON.stringify(`${name} shows its content`)}, () => {`,
      `  const html = renderBlock({ schema, component: ${component}, content: ${content} });`,
      field === "" ? '  expect(html).toContain("<");' : '  expect(html).toContain("Hello");',
      "});",
      "",
    ].join("\n"),
  };
}
