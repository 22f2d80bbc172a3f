import type { ReactNode } from "react";
import { useSite, useWords } from "./site.tsx";

/** Breadcrumbs without the page itself, whose h1 follows. */
export function Crumbs(): ReactNode {
  const { payload } = useSite();
  const w = useWords();
  const above = payload.crumbs.slice(0, -1);
  if (above.length === 0) return null;
  return (
    <nav className="crumbs" aria-label={w("breadcrumb")}>
      <ol className="crumbs__list">
        {above.map((crumb) => (
          <li key={crumb.href}>
            <a className="crumbs__link" href={crumb.href}>
              {crumb.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
