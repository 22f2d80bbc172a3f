import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { useWords } from "../ui/site.tsx";
import type { BlogOverviewData } from "./BlogOverview.data.ts";

type Props = Pick<BlogOverviewData, "steps" | "page" | "newer" | "older">;

/** Pages on a scale, like the sliders: a mark per page and a needle at the current one. */
export function Pagination({ steps, page, newer, older }: Props): ReactNode {
  const w = useWords();
  if (steps.length === 0) return null;
  return (
    <nav className="blog-overview__pages" aria-label={w("pagination")}>
      <Neighbour href={newer} rel="prev" />
      <Neighbour href={older} rel="next" />
      <ol className="blog-overview__steps">
        {steps.map((step, index) => (
          // Gaps have no page number; the two differ by position.
          <li key={step.page || `gap-${index}`} className="blog-overview__step">
            {step.page === 0 && <span aria-hidden="true">…</span>}
            {step.page > 0 && (
              <a
                href={step.href}
                aria-current={step.page === page ? "page" : undefined}
                aria-label={w("page_n", { n: step.page })}
              >
                {step.page}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** At the ends an empty place remains, so that the other arrow does not move under the pointer. */
function Neighbour({ href, rel }: { href: string; rel: "prev" | "next" }): ReactNode {
  const w = useWords();
  const icon = <Icon name={rel === "prev" ? "arrow-left" : "arrow-right"} />;
  if (href === "") {
    return (
      <span className="blog-overview__neighbour" aria-hidden="true">
        {icon}
      </span>
    );
  }
  return (
    <a className="blog-overview__neighbour" href={href} rel={rel} aria-label={w(rel === "prev" ? "newer" : "older")}>
      {icon}
    </a>
  );
}
