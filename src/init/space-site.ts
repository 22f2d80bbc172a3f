import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fg from "fast-glob";
import type { ServiceComponent } from "../content/schema/service-components.ts";
import { blockFileName, blockFiles, type TextFile } from "./block-files.ts";
import { withExactComponents } from "./exact-components.ts";
import { ownMenu } from "./infer-menu.ts";
import { type InferredComponent, type InferredSite, inferSpace, type SpaceContent } from "./infer-space.ts";
import { listedType } from "./listed-type.ts";
import { layoutFiles } from "./plain-site.ts";
import { definitionText, testFile } from "./site-text.ts";

/**
 * A site for a space, derived from its content and, where they are known, its components. Components with existing files are not written; their new fields, and
 * page types missing in `site.ts`, are reported as notes.
 */
export async function spaceSite(
  dir: string,
  content: SpaceContent,
  defaultLanguage: string,
  components: readonly ServiceComponent[] | null,
): Promise<{ files: TextFile[]; notes: string[] }> {
  const definition = await readFile(join(dir, "site.ts"), "utf8").catch(() => undefined);
  const ownGlobal = definition && /\bglobal:\s*["'`]([^"'`]+)["'`]/.exec(definition)?.[1];
  const guessed = inferSpace(content, defaultLanguage, ownGlobal);
  const site = components === null ? guessed : withExactComponents(guessed, components);
  const known = await knownBlocks(dir);
  const stems = new Set([...known.values()].map(({ stem }) => stem));
  const files: TextFile[] = [];
  const notes: string[] = [];
  if (definition === undefined) notes.push(...choiceNotes(site));
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
    if (lists !== null) continue;
    if (component.kind === "section" || tested === undefined) tested = testOf(component, stem) ?? tested;
  }
  if (definition !== undefined) notes.push(...newPageTypes(definition, site.components));
  const hasTest = (await fg("test/*.test.tsx", { cwd: dir })).length > 0;
  const menu = ownMenu(site.components);
  const rest = [
    { path: "site.ts", text: definitionText(menu === null ? site : { ...site, menu: [] }) },
    ...(await layoutFiles(menu)),
  ];
  return { files: [...rest, ...files, ...(tested && !hasTest ? [tested] : [])], notes };
}

/** Notes for what was guessed. */
function choiceNotes({ isHomeCertain, home, global, otherGlobals }: InferredSite): string[] {
  return [
    ...(isHomeCertain
      ? []
      : [
          `site.ts: no story is called "home", so ${JSON.stringify(home)} is; write another slug at \`home\` if that is wrong.`,
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
  return `${what} is left out: its name has other characters than letters, digits, "_", "-" and blanks. Rename it in the space, or write its code yourself.`;
}

function testOf(component: InferredComponent, stem: string): TextFile | undefined {
  return component.kind === "global" ? undefined : testFile(component, stem);
}

interface KnownBlock {
  stem: string;
  path: string;
  text: string;
}

/** Existing blocks, by the name in their schema. */
async function knownBlocks(dir: string): Promise<Map<string, KnownBlock>> {
  const found = new Map<string, KnownBlock>();
  for (const path of (await fg("blocks/*/*.schema.{ts,js}", { cwd: dir })).sort()) {
    const text = await readFile(join(dir, path), "utf8");
    const stem = /([^/]+)\.schema\.\w+$/.exec(path)?.[1] ?? "";
    const named = /^\s*name:\s*("(?:[^"\\]|\\.)*"|'[^'\\]*')/m.exec(text)?.[1];
    const name = named === undefined ? stem : named.startsWith('"') ? String(JSON.parse(named)) : named.slice(1, -1);
    found.set(name, { stem, path, text });
  }
  return found;
}

/** Fields, and blocks in them, that the space has and an existing schema lacks. */
function newFields({ name, fields }: InferredComponent, { path, text }: KnownBlock): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (!declared(key).test(text))
      return [`${path}: the component "${name}" has a field "${key}" (${field.kind}) in the space.`];
    const allowed = field.kind === "blocks" ? allowedBlocks(key, text) : null;
    const lacking = field.kind === "blocks" && allowed ? field.of.filter((one) => !allowed.includes(one)) : [];
    return lacking.map(
      (one) => `${path}: the field "${key}" holds a block "${one}" in the space; add it to its \`blocks\`.`,
    );
  });
}

/** Matches a field's key, bare or as a string, and the colon after it. */
function declared(field: string): RegExp {
  const name = field.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?:^|[\\s{,])["']?${name}["']?\\s*:`, "m");
}

/** The names in a field's `blocks([…])`; null for a list that has more than strings. */
function allowedBlocks(field: string, text: string): string[] | null {
  const list = new RegExp(`${declared(field).source}\\s*blocks\\(\\[([^\\]]*)\\]`, "m").exec(text)?.[1];
  const strings = list?.match(/"[^"]*"|'[^']*'/g) ?? [];
  const rest = strings.reduce((left, one) => left.replace(one, ""), list ?? "none");
  return /^[\s,]*$/.test(rest) ? strings.map((one) => one.slice(1, -1)) : null;
}

function newPageTypes(text: string, components: readonly InferredComponent[]): string[] {
  return components
    .filter(({ kind, name }) => kind === "page" && !text.includes(name))
    .map(({ name }) => `site.ts: stories of the component "${name}" are pages in the space; add it to \`pageTypes\`.`);
}
