import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fg from "fast-glob";
import { sitegenError } from "../problems/errors.ts";
import type { Field } from "../site/blocks/fields.ts";
import { allowedIn, editorOf, fieldOfService, type ServiceComponent } from "../site/blocks/service-components.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";
import { compareText } from "../util/compare-text.ts";
import { blockFileName, blockFiles, type TextFile } from "./block-files.ts";
import type { InferredField } from "./infer-fields.ts";
import { isUsableName } from "./infer-fields.ts";
import { type InferredComponent, type InferredSite, inferSpace, type SpaceContent } from "./infer-space.ts";
import { knownBlocks, newFields, newPageTypes } from "./known-blocks.ts";
import { layoutFiles, ownNavigation } from "./plain-site.ts";
import { countryLocale, definitionText, testFile } from "./site-text.ts";

/**
 * A site for a space, derived from its content and, where they are known, its components. Components with existing files are not written; their new fields, and
 * page types missing in `site.ts`, are reported as notes.
 */
export async function spaceSite(
  dir: string,
  content: SpaceContent,
  language: string | undefined,
  components: readonly ServiceComponent[] | null,
): Promise<{ files: TextFile[]; notes: string[] }> {
  const definition = await readFile(join(dir, "site.ts"), "utf8").catch(() => undefined);
  const ownGlobal = definition && /\bglobal:\s*["'`]([^"'`]+)["'`]/.exec(definition)?.[1];
  const ownLanguage = definition && FIRST_LANGUAGE.exec(definition)?.[1];
  const defaultLanguage = language || ENGINE_LANGUAGE;
  if (definition === undefined && content.languages.includes(defaultLanguage)) {
    throw sitegenError("INIT_FAILED", {
      message: `The space lists "${defaultLanguage}" as a translation, so its default content is in another language.`,
      hint: "Name that language's code, for example --language nl.",
    });
  }
  const guessed = inferSpace(content, ownLanguage ?? defaultLanguage, ownGlobal);
  const site = components === null ? guessed : withExactComponents(guessed, components);
  const known = await knownBlocks(dir);
  const stems = new Set([...known.values()].map(({ stem }) => stem));
  const files: TextFile[] = [];
  const notes: string[] = [];
  if (definition === undefined) notes.push(...choiceNotes(site, language));
  if (ownLanguage && language && language !== ownLanguage)
    notes.push(`site.ts: its first language is "${ownLanguage}", not "${language}"; change it there if that is wrong.`);
  notes.push(...site.refused.map(refusedNote));
  let tested: TextFile | undefined;
  for (const component of site.components) {
    const own = known.get(component.name);
    if (own) {
      notes.push(...newFields(component, own));
      continue;
    }
    const stem = blockFileName(component.name, stems);
    stems.add(stem);
    const lists = listedType(component, site.components);
    files.push(...blockFiles(component, stem, lists));
    notes.push(...emptyLists(component, `blocks/${stem}/${stem}.schema.ts`));
    if (lists !== null) continue;
    if (component.kind === "section" || (component.kind === "page" && !tested)) tested = testFile(component, stem);
  }
  if (definition !== undefined) notes.push(...newPageTypes(definition, site.components, known));
  const hasTest = (await fg("test/*.test.tsx", { cwd: dir })).length > 0;
  const { menu, footer } = ownNavigation(site.components);
  const rest = [
    { path: "site.ts", text: definitionText(menu && footer ? { ...site, menu: [] } : site) },
    ...(await layoutFiles(menu, footer)),
  ];
  return { files: [...rest, ...files, ...(tested && !hasTest ? [tested] : [])], notes };
}

const FIRST_LANGUAGE = /\blanguages:\s*\[\s*\{[^}]*?\bcode:\s*["'`]([^"'`]+)["'`]/;

/** Whether the code of the default content's language is in the folder's site, or can be the usual one. */
export function knowsLanguage(dir: string, { languages }: SpaceContent): boolean {
  return existsSync(join(dir, "site.ts")) || !languages.includes(ENGINE_LANGUAGE);
}

/** Notes for what was guessed. The service does not tell the language of a space's default content. */
function choiceNotes(site: InferredSite, language: string | undefined): string[] {
  const { languages, isHomeCertain, home, global, otherGlobals } = site;
  const countries = languages.filter((code) => countryLocale(code) !== undefined);
  return [
    ...(language
      ? []
      : [
          `site.ts: its first language is taken to be "${languages[0]}", since --language names none; change \`languages\` there if that is wrong.`,
        ]),
    ...(isHomeCertain
      ? []
      : [
          `site.ts: no story is called "home", so ${JSON.stringify(home)} is; write another slug at \`home\` if that is wrong.`,
        ]),
    ...(countries.length === 0
      ? []
      : [
          `site.ts: no language has the code ${countries.map((code) => JSON.stringify(code)).join(" or ")}, but a country: what is spoken there is guessed at \`locale\`. Other codes that mean countries need one too.`,
        ]),
    ...otherGlobals.map(
      (slug) =>
        `The story ${JSON.stringify(slug)} is used nowhere: what all pages share is ${JSON.stringify(global)} in each language's folder; give it that slug in the space.`,
    ),
  ];
}

/** Quoted as JSON, so that no name can control a terminal. */
function refusedNote({ component, field }: InferredSite["refused"][number]): string {
  const what =
    field === undefined
      ? `The component ${JSON.stringify(component)}`
      : `The field ${JSON.stringify(field)} of the component ${JSON.stringify(component)}`;
  return `${what} is left out: its name begins with "__" or has other characters than letters, digits, "_", "-" and blanks. Rename it in the space, or write its code yourself.`;
}

function emptyLists({ fields, exact }: InferredComponent, path: string): string[] {
  return Object.entries(fields).flatMap(([key, { kind, isEmpty }]) =>
    exact === undefined && kind === "blocks" && isEmpty
      ? [
          `${path}: the field "${key}" is an empty list in all stories; it is taken for blocks. Correct it if that is wrong.`,
        ]
      : [],
  );
}

/** All components of the space; those that no story has are there too. */
function withExactComponents(site: InferredSite, found: readonly ServiceComponent[]): InferredSite {
  const guessed = new Map(site.components.map((component) => [component.name, component]));
  const refused = site.refused.filter(({ component }) => !found.some(({ name }) => name === component));
  const exact = found.flatMap((component) => {
    if (!isUsableName(component.name)) {
      refused.push({ component: component.name });
      return [];
    }
    const bad = Object.keys(component.schema).filter((field) => !isUsableName(field));
    refused.push(...bad.map((field) => ({ component: component.name, field })));
    const { datasources } = site;
    return exactComponent(component, { all: found, datasources, guess: guessed.get(component.name) });
  });
  const rest = site.components.filter(({ name }) => !found.some((component) => component.name === name));
  return { ...site, refused, components: [...exact, ...rest].sort((a, b) => compareText(a.name, b.name)) };
}

function exactComponent(
  component: ServiceComponent,
  {
    all,
    datasources,
    guess,
  }: { all: readonly ServiceComponent[]; datasources: readonly string[]; guess: InferredComponent | undefined },
): InferredComponent {
  const { name, is_root, is_nestable, description } = component;
  const kind = guess?.kind ?? (is_root === true && is_nestable !== true ? "page" : "section");
  const rows = Object.entries(component.schema)
    .filter(([key]) => isUsableName(key))
    .sort(([, a], [, b]) => Number(a.pos ?? 0) - Number(b.pos ?? 0));
  const fields = rows.flatMap(([key, raw]) => {
    const names = raw.type === "bloks" ? allowedIn(raw, all).filter(isUsableName) : [];
    const allowed = [...new Set([...names, ...blocksSeen(guess?.fields[key])])].sort();
    const field = fieldOfService(raw, { allowed, datasources });
    return field === null ? [] : [[key, field] as const];
  });
  const isRoot = kind !== "section";
  const text = typeof description === "string" ? description : "";
  const made = { display_name: null, description: text, is_root: isRoot, is_nestable: !isRoot };
  return {
    name,
    kind,
    fields: Object.fromEntries(
      fields.flatMap(([key, field]) => {
        const shown = shownAs(field, guess?.fields[key]);
        return shown === null ? [] : [[key, shown]];
      }),
    ),
    exact: { fields: Object.fromEntries(fields), description: text, editor: editorOf(component, made) },
  };
}

/** A field keeps the blocks that it had before the space allowed others, and pages show them. */
function blocksSeen(guess: InferredField | undefined): string[] {
  return guess?.kind === "blocks" ? guess.of : [];
}

/** The parts of a head that a plugin's values have; of the service's own plugin they are known without any. */
function headOf(fieldType: string, guess: InferredField | undefined): ("title" | "description")[] {
  if (fieldType === "seo_metatags") return ["title", "description"];
  return guess?.kind === "plugin" ? guess.head : [];
}

/** How a component shows the field; null for one that has no value. */
function shownAs(field: Field, guess: InferredField | undefined): InferredField | null {
  switch (field.type) {
    case "asset":
      return { kind: assetKind(field.filetypes, { picture: "image", any: "asset", other: "file" }) };
    case "multiasset":
      return { kind: assetKind(field.filetypes, { picture: "images", any: "assets", other: "assets" }) };
    case "language":
      return { kind: "option" };
    case "languages":
      return { kind: "options" };
    case "datasource":
    case "datasources":
      return { kind: field.type, source: field.source };
    case "blocks":
      return {
        kind: "blocks",
        of: field.of === "section" ? [] : field.of.map((ref) => (typeof ref === "string" ? ref : ref.name)),
      };
    case "story":
      return { kind: "relation" };
    case "stories":
      return { kind: "relations" };
    case "plugin":
      return { kind: "plugin", fieldType: field.fieldType, head: headOf(field.fieldType, guess) };
    case "section":
    case "tab":
      return null;
    default:
      return { kind: field.type };
  }
}

function assetKind<P, A, O>(filetypes: readonly string[], kinds: { picture: P; any: A; other: O }): P | A | O {
  if (filetypes.length === 0) return kinds.any;
  return filetypes.length === 1 && filetypes[0] === "images" ? kinds.picture : kinds.other;
}

/** Finds blocks that list stories: their content has a headline at most, so what they list is not in the space. */
const LIST = /list|overview|latest|recent|newest|feed|archive/i;
/** Kinds of fields that a list may have: its settings and headings. */
const SETTINGS = new Set(["text", "textarea", "boolean", "number", "option", "options", "datasource", "datasources"]);

/**
 * The page type that a block lists: the one named in the block's name, or else the only one with dates, where the
 * block has no choices of its own. Null for any other block.
 */
function listedType(
  { name, kind, fields }: InferredComponent,
  components: readonly InferredComponent[],
): string | null {
  if (kind !== "section" || !LIST.test(name) || Object.hasOwn(fields, "data")) return null;
  if (Object.values(fields).some((field) => !SETTINGS.has(field.kind))) return null;
  const pages = components.filter((one) => one.kind === "page");
  // Several choices of another list are what it shows: dishes, prices.
  const hasOwn = Object.values(fields).some((field) => field.kind === "options" || field.kind === "datasources");
  const named = pages.find((page) => plain(name).includes(plain(page.name).replace(/(es|s)$/, "")));
  const dated = pages.filter((page) => Object.values(page.fields).some((field) => field.kind === "datetime"));
  return named?.name ?? (dated.length === 1 && !hasOwn ? (dated[0]?.name ?? null) : null);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
