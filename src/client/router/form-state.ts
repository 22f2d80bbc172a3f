import type { Store } from "../page/storage.ts";
import { RELOAD_STATE_KEY } from "../storage-keys.ts";

/** Form input would be lost in a reload; it is carried over once. */
const FORMS = "form[method=post]";

type Fields = Record<string, string>;

export function saveForms(store: Store): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>(FORMS)].map(read);
  store.write(RELOAD_STATE_KEY, forms);
}

/** Restores saved values into empty fields and deletes them. */
export function restoreForms(store: Store): void {
  const saved = store.read(RELOAD_STATE_KEY) as Fields[] | null;
  store.remove(RELOAD_STATE_KEY);
  if (!Array.isArray(saved)) return;
  const merged = Object.assign({}, ...saved.map((fields) => filled(fields))) as Fields;
  for (const form of document.querySelectorAll<HTMLFormElement>(FORMS)) write(form, merged);
}

function read(form: HTMLFormElement): Fields {
  return Object.fromEntries(textControls(form).map((control) => [control.name, control.value]));
}

function write(form: HTMLFormElement, fields: Fields): void {
  for (const control of textControls(form)) if (control.value === "") control.value = fields[control.name] ?? "";
}

function filled(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

/** Consent is not carried over but given again; nor is a password, or what visitors cannot reach. */
function textControls(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].filter(
    ({ name, type, tabIndex }) => name !== "" && tabIndex >= 0 && !/^(checkbox|radio|hidden|file|password)$/.test(type),
  );
}
