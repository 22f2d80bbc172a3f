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
    const onFocus = () => {
      const form = (document.activeElement as Partial<HTMLInputElement> | null)?.form;
      // Without it, the browser validates and posts the form.
      if (form?.dataset.form) import("./enhance-form.ts").then((code) => code.enhance(form, words), console.warn);
    };
    addEventListener("focusin", onFocus);
    onFocus();
    return () => removeEventListener("focusin", onFocus);
  }, [words]);
}
