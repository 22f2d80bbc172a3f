import { isUrl } from "../../util/is-url.ts";
import { type FormDefinition, type FormField, maxLengthOf, valueOfOption } from "./define-form.ts";

/** What a value is checked by; the browser reads it from the field's element. */
export type FieldRules = Omit<FormField, "label" | "help" | "autoComplete" | "rows">;

/** Wrong fields, each with the name of the word that says why, or the field's own text. */
export type FormFaults = Readonly<Record<string, string>>;

/** Values by name, as they were posted. */
export type PostedValues = ReadonlyMap<string, readonly string[]>;

/** As validated by an HTML email field, with a dot required in the domain. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/** The same in the browser and on the server, since requests may not come from the form. */
export function faultOf(field: FieldRules, posted: readonly string[]): string | null {
  const values = posted.map((value) => value.trim()).filter((value) => value !== "");
  const { type, required, options, messages = {} } = field;
  if (values.length === 0) {
    if (!required) return null;
    return messages.missing ?? (type === "checkbox" && !options ? "form_unchecked" : "form_missing");
  }
  const isGroup = type === "checkbox" && options !== undefined;
  const fault =
    values.length > 1 && !isGroup ? "form_wrong" : values.map((value) => wrongIn(field, value)).find(Boolean);
  return fault ? (messages.wrong ?? fault) : null;
}

function wrongIn(field: FieldRules, value: string): string | null {
  const { type, options, minLength = 0, pattern } = field;
  if (options && !options.some((option) => valueOfOption(option) === value)) return "form_wrong";
  if (type === "number" || type === "date") return wrongAmount(field, value);
  if (value.length > maxLengthOf(field)) return "form_wrong";
  if (type === "email" && !EMAIL.test(value)) return "form_wrong_email";
  if (type === "url" && !(/^https?:\/\//i.test(value) && isUrl(value))) return "form_wrong_url";
  if (value.length < minLength) return "form_short";
  return pattern !== undefined && !new RegExp(`^(?:${pattern})$`, "u").test(value) ? "form_wrong" : null;
}

/** As in HTML: dates count in days, steps begin at `min`. */
function wrongAmount({ type, min = "", max = "", step = "any" }: FieldRules, value: string): string | null {
  const isDate = type === "date";
  const isRight = isDate ? isDay(value) : value.length < 40 && Number.isFinite(Number(value));
  if (!isRight) return isDate ? "form_wrong_date" : "form_wrong_number";
  const read = (amount: number | string) => (isDate ? Date.parse(String(amount)) / DAY : Number(amount));
  if (min !== "" && read(value) < read(min)) return "form_small";
  if (max !== "" && read(value) > read(max)) return "form_large";
  if (step === "any") return null;
  const steps = (read(value) - (min === "" ? 0 : read(min))) / step;
  return Math.abs(steps - Math.round(steps)) > ROUNDING ? "form_step" : null;
}

const DAY = 86_400_000;
/** 0.3 / 0.1 is 2.9999999999999996. */
const ROUNDING = 1e-6;

/** A date that does not exist is null as JSON, or another day. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && String(new Date(text).toJSON()).startsWith(text);
}

/** Everything that is wrong in a posted form. */
export function formFaults({ fields }: Pick<FormDefinition, "fields">, posted: PostedValues): FormFaults {
  const faults = Object.entries(fields).map(([name, field]) => [name, faultOf(field, posted.get(name) ?? [])] as const);
  return Object.fromEntries(faults.filter((pair): pair is [string, string] => pair[1] !== null));
}

/** Values of the form's fields that were filled in; a group of boxes has a list. */
export type FormValues = Record<string, string | readonly string[]>;

export function valuesOf({ fields }: Pick<FormDefinition, "fields">, posted: PostedValues): FormValues {
  const values = Object.entries(fields).flatMap(([name, { type, options }]) => {
    const given = (posted.get(name) ?? []).map((value) => value.trim()).filter((value) => value !== "");
    if (given.length === 0) return [];
    return [[name, type === "checkbox" && options ? given : given[0]] as const];
  });
  return Object.fromEntries(values) as FormValues;
}
