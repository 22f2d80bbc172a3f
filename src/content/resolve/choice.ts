import type { Choice } from "../schema/fields.ts";
import { stringOf } from "./context.ts";

/**
 * A choice between a field's own entries; any other value counts as empty. Without entries all are taken.
 */
export function resolveChoice(raw: unknown, values: readonly Choice[]): string {
  const value = stringOf(raw);
  return values.length === 0 || values.some((choice) => choiceValue(choice) === value) ? value : "";
}

/** Several choices, in the order the editor made them. */
export function resolveChoices(list: readonly unknown[], values: readonly Choice[]): string[] {
  return list.map((item) => resolveChoice(item, values)).filter((value) => value !== "");
}

export function choiceValue(choice: Choice): string {
  return typeof choice === "string" ? choice : choice.value;
}

/** What an editor reads. */
export function choiceName(choice: Choice): string {
  return typeof choice === "string" ? choice : choice.name;
}
