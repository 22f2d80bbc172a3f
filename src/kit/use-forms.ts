import { useEffect } from "react";
import { useSite } from "./site.tsx";

/**
 * Checks and sends the page's forms without leaving it. Call it once in the layout of a site whose forms are in blocks
 * without `hydrate`; `Form` calls it by itself. The code comes when the visitor focuses a form.
 *
 * @example
 * export function Layout({ children }: { children: ReactNode }) {
 *   useForms();
 *   return <div className="site">{children}</div>;
 * }
 */
export function useForms(): void {
  const { words } = useSite().shared;
  useEffect(() => {
    const take = ({ target, type }: Pick<Event, "target" | "type">, event?: Event) => {
      const form = (target as Partial<HTMLInputElement> | null)?.form;
      if (!form?.dataset.form) return;
      // Sent before the code is here: the form's own messages come instead of the browser's.
      event?.preventDefault();
      import("./enhance-form.ts").then(
        (code) => code.enhance(form, words, type === "invalid"),
        (error) => {
          console.warn(error);
          // The browser validates and posts the form.
          removeEventListener("invalid", onInvalid, true);
        },
      );
    };
    const onInvalid = (event: Event) => take(event, event);
    addEventListener("focusin", take);
    addEventListener("invalid", onInvalid, true);
    take({ target: document.activeElement, type: "" });
    return () => {
      removeEventListener("focusin", take);
      removeEventListener("invalid", onInvalid, true);
    };
  }, [words]);
}
