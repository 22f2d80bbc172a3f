import { useEffect, useRef } from "react";
import { useSite } from "./site.tsx";

/**
 * Checks and sends the page's forms without leaving it. Call it once in the layout of a site whose forms are in blocks
 * without `hydrate`; `Form` calls it by itself. The code comes when the visitor focuses a form.
 */
export function useForms(): void {
  const { shared } = useSite();
  const words = useRef(shared.words);
  words.current = shared.words;
  useEffect(() => {
    const onFocus = (target: EventTarget | null) => {
      const form = target instanceof Element ? target.closest<HTMLFormElement>("form[data-form]") : null;
      if (!form) return;
      import("./enhance-form.ts")
        .then(({ enhanceForm }) => enhanceForm(form, () => words.current))
        // Without it, the browser validates and posts the form.
        .catch(() => undefined);
    };
    const listener = (event: FocusEvent) => onFocus(event.target);
    document.addEventListener("focusin", listener);
    onFocus(document.activeElement);
    return () => document.removeEventListener("focusin", listener);
  }, []);
}
