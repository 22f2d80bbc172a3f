import type { ReactNode } from "react";
import { label } from "../../content/rules/labels.ts";
import { useSite, useWords } from "./site.tsx";

/** The logo, a line below a light, and the company's name; inverted on dark ground. Links to the home page. */
export function Logo({ inverted = false }: { inverted?: boolean }): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  const companyName = shared.site.companyName || label(shared.labels, "company-name");
  return (
    <a
      className={inverted ? "logo logo--inverted" : "logo"}
      href={shared.homeHref}
      aria-label={w("home", { name: companyName })}
    >
      <svg className="logo__mark" viewBox="0 0 42 42" width="42" aria-hidden="true">
        <path d="M2 10 11.5 38 21 16 30.5 38 40 10" />
        <circle className="logo__light" />
      </svg>
      <span className="logo__name">{companyName}</span>
    </a>
  );
}
