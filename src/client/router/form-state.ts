import type { Store } from "../page/storage.ts";
import { RELOAD_STATE_KEY } from "../storage-keys.ts";

/** What visitors have typed into forms, by the fields' names. */
type Fields = Record<string, string>;

/** Of the pages that were left within the app, by path. */
const left = new Map<string, Fields>();

/** Form input would be lost in a reload; it is carried over once. */
export function saveForms(store: Store): void {
  store.write(RELOAD_STATE_KEY, read());
}

/** Restores saved values into empty fields and deletes them. */
export function restoreForms(store: Store): void {
  write(store.read(RELOAD_STATE_KEY) as Fields | null);
  store.remove(RELOAD_STATE_KEY);
}

/** Keeps the input of a page that is left, which Back shows again as browsers do. */
export function keepForms(path: string): void {
  left.set(path, read());
}

export function returnForms(path: string): void {
  write(left.get(path));
}

function read(): Fields {
  return Object.fromEntries(textControls().flatMap(({ name, value }) => (value === "" ? [] : [[name, value]])));
}

function write(fields: Fields | null | undefined): void {
  for (const control of textControls()) {
    const value = fields?.[control.name];
    if (value) control.value ||= value;
  }
}

/** Consent is not carried over but given again; nor is a password, or what visitors cannot reach. */
function textControls(): (HTMLInputElement | HTMLTextAreaElement)[] {
  const fields = "form[method=post] :is(input, textarea)";
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].filter(
    ({ name, type, tabIndex }) => name !== "" && tabIndex >= 0 && !/^(checkbox|radio|hidden|file|password)$/.test(type),
  );
}
