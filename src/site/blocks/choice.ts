import type { Choice } from "./fields.ts";

/** The stored value. */
export function choiceValue(choice: Choice): string {
  return typeof choice === "string" ? choice : choice.value;
}

/** The label in the editor. */
export function choiceName(choice: Choice): string {
  return typeof choice === "string" ? choice : choice.name;
}
