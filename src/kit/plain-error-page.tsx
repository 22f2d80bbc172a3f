import type { ReactNode } from "react";
import { useSite, useWords } from "./site.tsx";

/** Default for sites without an error page. */
export function PlainErrorPage(): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  return (
    <section className="error-page">
      <h1>{w("error_title")}</h1>
      <p>{w("error_text")}</p>
      {shared.homeHref !== "" && (
        <p>
          <a href={shared.homeHref}>{w("error_back")}</a>
        </p>
      )}
    </section>
  );
}
