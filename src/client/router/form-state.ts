import type { Store } from "../page/storage.ts";
import { RELOAD_STATE_KEY } from "../storage-keys.ts";

/** What visitors have entered into forms, by the fields' places, and by their names for a page with other forms. */
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
  const fields: Fields = {};
  for (const [place, { name, value }] of placedControls()) {
    fields[place] = value;
    if (value) fields[name] = value;
  }
  return fields;
}

function write(fields: Fields | null | undefined): void {
  for (const [place, control] of placedControls()) {
    const value = fields?.[place] ?? fields?.[control.name];
    if (value) control.value ||= value;
  }
}

/** Fields with their place among those of the same name, such as the contact page's and the overlay's. */
function placedControls() {
  const all = textControls();
  return all.map((control) => {
    const alike = all.filter(({ name }) => name === control.name);
    return [`${alike.indexOf(control)}/${alike.length} ${control.name}`, control] as const;
  });
}

/** Consent is not carried over but given again; nor is a password, or what visitors cannot reach. */
function textControls(): (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[] {
  const fields = "form[method=post] :is(input, select:not([multiple]), textarea)";
  return [...document.querySelectorAll<HTMLInputElement>(fields)].filter(
    ({ name, type, tabIndex }) => name !== "" && tabIndex >= 0 && !/^(checkbox|radio|hidden|file|password)$/.test(type),
  );
}
