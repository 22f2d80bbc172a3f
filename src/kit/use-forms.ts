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
    const enhance = (form: HTMLFormElement) => import("./enhance-form.ts").then((code) => code.enhance(form, words));
    const onFocus = () => {
      const form = formOf(document.activeElement);
      // Without it, the browser validates and posts the form.
      if (form) enhance(form).catch(console.warn);
    };
    // Sent before the code has come: the form waits for it, so that its messages are not the browser's.
    const early = new WeakSet<HTMLFormElement>();
    const onInvalid = (event: Event) => {
      const form = formOf(event.target as Element);
      if (!form || form.noValidate) return;
      event.preventDefault();
      if (early.has(form)) return;
      early.add(form);
      enhance(form).then(
        () => form.requestSubmit(),
        () => {
          removeEventListener("invalid", onInvalid, true);
          form.reportValidity();
        },
      );
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

/** The form of one of its fields, if it is made of a definition. */
function formOf(element: Element | null): HTMLFormElement | null {
  const form = (element as Partial<HTMLInputElement> | null)?.form;
  return form?.dataset.form ? form : null;
}
