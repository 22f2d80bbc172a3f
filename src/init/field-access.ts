import { property } from "../site/blocks/type-names.ts";
import type { InferredField } from "./infer-fields.ts";
import type { InferredComponent } from "./infer-space.ts";

/** How code reads a field of a value: `props.title`, `props["two words"]`. */
export function access(value: string, key: string): string {
  return property(key) === key ? `${value}.${key}` : `${value}[${property(key)}]`;
}

/** The field as code of a component has it. React reserves `key`. */
export function propOf(key: string): string {
  return access("props", key === "key" ? "key_" : key);
}

/** Attributes with what an editor chooses from a fixed list, for styles: `[data-color="primary"]`; and those fields' keys. */
export function chosen(
  fields: InferredComponent["fields"],
  exact: InferredComponent["exact"],
): { attributes: string; keys: ReadonlySet<string> } {
  const rows = new Map<string, { key: string; value: string }>();
  for (const [key, { kind }] of Object.entries(fields)) {
    // Several choices that are only guessed may be words to read.
    const type = exact ? exact.fields[key]?.type : kind === "option" && kind;
    if (type !== "option" && type !== "options") continue;
    const name = attributeOf(key);
    if (!rows.has(name)) rows.set(name, { key, value: type === "option" ? propOf(key) : `${propOf(key)}.join(" ")` });
  }
  return {
    attributes: [...rows].map(([name, { value }]) => ` ${name}={${value} || undefined}`).join(""),
    keys: new Set([...rows.values()].map(({ key }) => key)),
  };
}

function attributeOf(key: string): string {
  const words = key.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|[^\p{L}\p{N}]+/gu, "-");
  return `data-${words.toLowerCase().replace(/^-+|-+$/g, "")}`;
}

/** Which text of a component is the text on its link. */
const LABEL = /^(label|caption|button|cta|(link|button|btn|cta)[-_ ]?(text|label|title|caption))$/i;

/** The text on a component's only link, as in a button: a field with a label's name, or the only other field. */
export function linkLabel(fields: InferredComponent["fields"]): string | undefined {
  const rows = Object.entries(fields);
  const ofKind = (wanted: InferredField["kind"]) => rows.filter(([, { kind }]) => kind === wanted);
  if (ofKind("multilink").length !== 1) return undefined;
  const texts = ofKind("text").map(([key]) => key);
  return texts.find((key) => LABEL.test(key)) ?? (rows.length === 2 ? texts[0] : undefined);
}
