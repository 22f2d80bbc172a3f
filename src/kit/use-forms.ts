import { useEffect } from "react";
import { useSite } from "./site.tsx";

/**
 * Checks and sends the page's forms without leaving it. Call it once in the layout of a site whose forms are in blocks
 * without `hydrate`; `Form` calls it by itself. The code comes when the visitor focuses a form.
 *
 * @example
 * export function Layout({ children }: { children: ReactNode }) {
 *   useForms();
 *   return <main>{children}</main>;
 * }
 */
export function useForms(): void {
  const { words } = useSite().shared;
  useEffect(() => {
    const load = async (form: HTMLFormElement) => (await import("./enhance-form.ts")).enhance(form, words);
    const onFocus = () => {
      const form = formOf(document.activeElement);
      // Without it, the browser validates and posts the form.
      if (form) load(form).catch(console.warn);
    };
    // Sent before the code is here: the form's own messages come instead of the browser's.
    const onInvalid = (event: Event) => {
      const form = formOf(event.target);
      if (!form) return;
      event.preventDefault();
      if (form.querySelector(":invalid:not(fieldset)") !== event.target) return; // once for all fields
      load(form).then(() => form.requestSubmit(), giveUp);
    };
    const giveUp = (error: unknown) => {
      console.warn(error);
      removeEventListener("invalid", onInvalid, true); // the browser's messages, at the next attempt
    };
    addEventListener("focusin", onFocus);
    addEventListener("invalid", onInvalid, true);
    onFocus();
    return () => {
      removeEventListener("focusin", onFocus);
      removeEventListener("invalid", onInvalid, true);
    };
  }, [words]);
}

/** The form of a field, if it was made by `defineForm`. */
function formOf(field: EventTarget | null): HTMLFormElement | null {
  const form = (field as Partial<HTMLInputElement> | null)?.form ?? null;
  return form?.dataset.form ? form : null;
}
