import type { ReactNode } from "react";
import { useSite, useWords } from "./site.tsx";

/** The company's name as a word mark behind the lamp; on dark ground it is the inverted logo. It links home. */
export function Logo({ inverted = false }: { inverted?: boolean }): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  const { companyName } = shared.site;
  return (
    <a
      className={inverted ? "logo logo--inverted" : "logo"}
      href={shared.homeHref}
      aria-label={w("home", { name: companyName })}
    >
      <span className="logo__lamp" aria-hidden="true" />
      <span className="logo__name">{companyName}</span>
    </a>
  );
}
