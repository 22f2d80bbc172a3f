import type { ReactNode } from "react";
import { useSite, useWords } from "./site.tsx";

/** For a site that has no error page of its own. */
export function PlainErrorPage(): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  return (
    <section className="error-page">
      <h1>{w("error_lost")}</h1>
      <p>
        <a href={shared.homeHref}>{w("home", { name: shared.site.companyName })}</a>
      </p>
    </section>
  );
}
