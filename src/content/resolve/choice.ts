import type { Choice } from "../schema/fields.ts";
import { stringOf } from "./context.ts";

/**
 * The value of a choice among the field's options; any other value is empty. A field without options allows every
 * value.
 */
export function resolveChoice(raw: unknown, values: readonly Choice[]): string {
  const value = stringOf(raw);
  return values.length === 0 || values.some((choice) => choiceValue(choice) === value) ? value : "";
}

export function choiceValue(choice: Choice): string {
  return typeof choice === "string" ? choice : choice.value;
}

/** The label in the editor. */
export function choiceName(choice: Choice): string {
  return typeof choice === "string" ? choice : choice.name;
}
