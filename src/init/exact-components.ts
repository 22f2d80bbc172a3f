/** Components as the space has them, in place of what its content let guess. Pure. */

import { compareText } from "../content/rules/compare-text.ts";
import type { Field } from "../content/schema/fields.ts";
import { allowedIn, editorOf, fieldOfService, type ServiceComponent } from "../content/schema/service-components.ts";
import type { InferredField } from "./infer-fields.ts";
import type { InferredComponent, InferredSite } from "./infer-space.ts";
import { isUsableName } from "./usable-name.ts";

/** All components of the space; those that no story has are there too. */
export function withExactComponents(site: InferredSite, found: readonly ServiceComponent[]): InferredSite {
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
    case "plugin":
      return { kind: "plugin", fieldType: field.fieldType, head: guess?.kind === "plugin" ? guess.head : [] };
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
