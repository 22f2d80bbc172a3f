/** What is wrong in a form's element, by the rules that its markup carries, and how that is shown. */
import { type FieldRules, faultOf } from "../site/forms/check-values.ts";
import { formWord } from "../site/forms/form-words.ts";

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The controls of each field of the form, by name. */
export function controlsOf(form: HTMLFormElement): Map<string, Control[]> {
  const found = new Map<string, Control[]>();
  for (const control of form.querySelectorAll<Control>("[data-field] :is(input, textarea, select)"))
    found.set(control.name, [...(found.get(control.name) ?? []), control]);
  return found;
}

/** The rules that a field's markup says. */
export function rulesOf([control]: readonly Control[]): FieldRules {
  const { required, minLength, maxLength, pattern, min, max, step, type } = control as HTMLInputElement;
  const box = boxOf(control);
  return {
    type: TYPES[type] ?? (type as FieldRules["type"]),
    required: required || box?.dataset.required !== undefined,
    ...(box?.localName === "fieldset" && { options: optionsIn(box) }),
    ...(minLength > 0 && { minLength }),
    ...(maxLength > 0 && { maxLength }),
    ...(pattern && { pattern }),
    ...(min && { min }),
    ...(max && { max }),
    ...(step && { step: Number(step) || ("any" as const) }),
  };
}

const TYPES: Readonly<Record<string, FieldRules["type"]>> = { "select-one": "select" };

function optionsIn(box: HTMLElement): string[] {
  return [...box.querySelectorAll("input")].map(({ value }) => value);
}

/** The message for a field; "" if it is right. */
export function faultIn(form: HTMLFormElement, name: string, words: Readonly<Record<string, string>>): string {
  const controls = controlsOf(form).get(name) ?? [];
  const [control] = controls;
  if (!control) return "";
  const rules = rulesOf(controls);
  const values = new FormData(form).getAll(name).filter((value) => typeof value === "string");
  // What is no number or date has no value.
  const isBad = control.validity.badInput;
  const fault = isBad ? `form_wrong_${rules.type}` : faultOf(rules, values);
  if (fault === null) return "";
  const { missing, wrong } = boxOf(control)?.dataset ?? {};
  const isMissing = !isBad && values.every((value) => value.trim() === "");
  return (isMissing ? missing : wrong) ?? formWord(words, fault, { ...rules });
}

/** Shows the message in the field's box, or removes it; returns whether there is one. */
export function showFault(form: HTMLFormElement, name: string, message: string): boolean {
  const controls = controlsOf(form).get(name) ?? [];
  const [first] = controls;
  const box = boxOf(first);
  if (!first || !box) return false;
  // Of a group the box is named and described, of any other field its control.
  const isGroup = box.localName === "fieldset";
  const id = `${isGroup ? first.id.replace(/-\d+$/, "") : first.id}-error`;
  const described = isGroup ? box : first;
  const help = box.querySelector(".field__help")?.id;
  const shown = document.getElementById(id);
  describe(described, [help, message && id]);
  for (const control of controls)
    if (message && control.type !== "radio") control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  if (message === "") {
    delete box.dataset.faulty;
    shown?.remove();
    return false;
  }
  box.dataset.faulty = name;
  const text = shown ?? Object.assign(document.createElement("p"), { id, className: "field__error" });
  text.textContent = message;
  if (!shown) box.append(text);
  return true;
}

function describe(element: HTMLElement, ids: readonly (string | undefined)[]): void {
  const value = ids.filter(Boolean).join(" ");
  if (value) element.setAttribute("aria-describedby", value);
  else element.removeAttribute("aria-describedby");
}

/** What a field is called. */
export function textOf(form: HTMLFormElement, name: string): string {
  const box = boxOf(controlsOf(form).get(name)?.[0]);
  const label = box?.querySelector("legend, label");
  return (label?.firstChild?.textContent ?? name).trim();
}

function boxOf(control: Element | undefined): HTMLElement | null {
  return control?.closest<HTMLElement>("[data-field]") ?? null;
}
