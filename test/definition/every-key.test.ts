/** Every key of a site definition: a wrong type or a mistyped name is reported with key, place and suggestion. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { SitegenError } from "../../src/problems/errors.ts";
import { checkDefinition } from "../../src/site/check-definition.ts";
import type { HeadTag, PageTypeDefinition, SiteDefinition, Themes } from "../../src/site/definition.ts";
import type { FormDefinition } from "../../src/site/forms/define-form.ts";
import type { LanguageDefinition } from "../../src/site/languages.ts";
import type { OutputDefinition } from "../../src/site/outputs.ts";
import type { RouteDefinition } from "../../src/site/routes.ts";
import { siteSchema } from "../../src/site/schema.ts";
import { defineSource } from "../../src/site/sources.ts";

const fn = () => null;

/** A right definition that uses every key there is. */
const FULL = {
  languages: [
    { code: "en", locale: "en", name: "English", prefix: "", formats: "en-GB" },
    { code: "fr", origin: "https://www.example.fr", dimension: "french", fallback: ["en"] },
    { code: "pl", space: "pl" },
  ],
  linkedBy: "sku",
  translation: "fields",
  path: "real",
  home: "start",
  global: "frame",
  pageTypes: {
    post: {
      kind: "article",
      head: { title: ["headline"], description: ["intro"], image: ["photo"], noindex: "hidden" },
      order: "date",
      date: "day",
      category: { field: "topic", datasource: "topics" },
      listing: { block: "post-list", perPage: "count", folder: "below", featured: "first", defaultPerPage: 6 },
      feed: { path: "feed.xml", title: { en: "Posts" } },
      sitemap: true,
      structuredData: fn,
      card: fn,
    },
  },
  datasources: ["topics", "words"],
  sources: {
    products: Object.assign(defineSource({ load: () => [], key: String }), {
      ...{ maxAge: "10m", timeout: "5s", preview: true },
    }),
  },
  labels: "words",
  card: fn,
  layout: {
    ...{ Document: fn, Layout: fn, ErrorPage: fn, NotFound: fn, outline: fn, data: fn },
    richText: { link: fn, image: fn, codeBlock: fn, heading: fn, blocks: { quote: fn } },
  },
  blocks: "./blocks",
  words: { en: { skip_to_content: "Skip" } },
  styles: ["./site.css"],
  icons: { favicon: "./icon.svg", touchIcon: "./icon.png" },
  fonts: ["./font.woff2"],
  head: [
    {
      tag: "script",
      text: "go()",
      attributes: { async: true },
      consent: "maps",
      environments: ["production"],
      prerender: true,
    },
  ],
  contentSecurityPolicy: { "script-src": ["https://stats.example.com"] },
  consent: {
    categories: [
      {
        code: "maps",
        name: { en: "Maps", fr: "Cartes", pl: "Mapy" },
        text: { en: "x" },
        required: false,
        cookies: ["_m*"],
      },
    ],
    ask: true,
    embeds: "maps",
  },
  speculation: { eagerness: "eager", action: "prefetch", exclude: ["/cart/*"] },
  viewTransitions: true,
  cachePage: true,
  parts: [{ effect: "./stars/effect.ts", styles: "./stars/stars.css" }],
  robots: { staging: ["Disallow: /"] },
  forms: [
    {
      name: "order",
      action: "/order",
      minSeconds: 0,
      trap: "homepage",
      fields: {
        size: {
          type: "select",
          label: "Size",
          help: "Of the box",
          required: true,
          minLength: 1,
          maxLength: 2,
          pattern: "[SML]+",
          min: 1,
          max: 2,
          step: 1,
          options: ["S", "M"],
          autoComplete: "off",
          rows: 2,
          messages: { missing: "Choose one.", wrong: "We have no such size." },
        },
      },
    },
  ],
  outputs: [
    {
      name: "stock",
      keys: fn,
      make: fn,
      head: fn,
      pageTypes: ["post"],
      faults: [],
      datasources: ["topics"],
      searchFolder: "search",
      timeout: 5,
    },
  ],
  routes: [
    { path: "/search/", page: fn, head: { title: "Search" }, hydrate: true, sitemap: false },
    { paths: fn, page: fn, data: fn, head: fn },
  ],
  sitemap: fn,
  crops: { "hero-section": { photo: [{ ratio: "3:5", unless: "photo_tall" }] } },
  themes: { field: "theme", values: ["light"], attribute: "data-theme" },
};

interface Node {
  properties?: Record<string, Node>;
  items?: Node;
  additionalProperties?: Node | boolean;
}

/** Paths into FULL of every key that the schema has; a list's first entry, a record's first name. */
function keysOf(node: Node, value: unknown, path: string[] = []): string[][] {
  const at = (name: string) => (value as Record<string, unknown> | undefined)?.[name];
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]) => [
    [...path, name],
    ...keysOf(child, at(name), [...path, name]),
  ]);
  const items = node.items?.properties
    ? entriesOf(value).flatMap((i) => keysOf(node.items ?? {}, at(i), [...path, i]))
    : [];
  const named = typeof node.additionalProperties === "object" ? node.additionalProperties : {};
  const [first = ""] = Object.keys((value ?? {}) as object);
  return [...own, ...items, ...(named.properties ? keysOf(named, at(first), [...path, first]) : [])];
}

const entriesOf = (value: unknown) => Object.keys(value as object);

const all = keysOf(z.toJSONSchema(siteSchema, { io: "input", unrepresentable: "any" }) as Node, FULL);
const inFull = (path: readonly string[]) =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], FULL);
const used = all.filter((path) => inFull(path) !== undefined);

/** FULL with one key changed. */
function changed(path: readonly string[], change: (parent: Record<string, unknown>, key: string) => void): unknown {
  const copy = clone(FULL) as Record<string, unknown>;
  const parent = path.slice(0, -1).reduce((value, key) => value[key] as Record<string, unknown>, copy);
  change(parent, path.at(-1) ?? "");
  return copy;
}

function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clone);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clone(one)]));
}

function faultsOf(raw: unknown): string {
  try {
    checkDefinition(raw, "/site/site.ts");
    return "";
  } catch (error) {
    if (!(error instanceof SitegenError)) throw error;
    expect([error.code, error.exit, error.where]).toEqual(["CONFIG_INVALID", 2, "/site/site.ts"]);
    return error.message;
  }
}

test("the definition that uses every key is right, and uses every key", () => {
  expect(faultsOf(FULL)).toBe("");
  const general = (path: readonly string[]) => path.map((key) => key.replace(/^\d+$/, "[]")).join(".");
  expect([...new Set(used.map(general))].sort()).toEqual([...new Set(all.map(general))].sort());
});

test("the types that sites are written with have the same keys", () => {
  type Checked = z.input<typeof siteSchema>;
  type Entry<K extends keyof Checked> = NonNullable<Checked[K]> extends readonly (infer T)[] ? keyof T : never;
  expectTypeOf<keyof SiteDefinition>().toEqualTypeOf<keyof Checked>();
  expectTypeOf<keyof PageTypeDefinition>().toEqualTypeOf<keyof Checked["pageTypes"][string]>();
  expectTypeOf<keyof LanguageDefinition>().toEqualTypeOf<Entry<"languages">>();
  expectTypeOf<keyof HeadTag>().toEqualTypeOf<Entry<"head">>();
  expectTypeOf<keyof OutputDefinition>().toEqualTypeOf<Entry<"outputs">>();
  expectTypeOf<keyof RouteDefinition>().toEqualTypeOf<Entry<"routes">>();
  expectTypeOf<keyof FormDefinition>().toEqualTypeOf<Entry<"forms">>();
  expectTypeOf<keyof Themes>().toEqualTypeOf<keyof NonNullable<Checked["themes"]>>();
  expect(Object.keys(FULL).sort()).toEqual(Object.keys(siteSchema.shape).sort());
});

describe.each(used.map((path) => [path.join("."), path] as const))("%s", (name, path) => {
  test("of a wrong type is named", () => {
    const wrong = changed(path, (parent, key) => {
      parent[key] = Symbol("wrong");
    });
    expect(faultsOf(wrong)).toMatch(`The key "${name}`);
  });

  test("mistyped is not known, and the right one is named", () => {
    const key = path.at(-1) ?? "";
    const mistyped = `${key}z`;
    const wrong = changed(path, (parent) => {
      parent[mistyped] = parent[key];
      delete parent[key];
    });
    const where = [...path.slice(0, -1), mistyped].join(".");
    expect(faultsOf(wrong)).toContain(`The key "${where}" is not known. Did you mean "${key}"?`);
  });
});
