import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";

/** A vibration signal that runs out: five beats, each weaker, then a flat line. */
const SIGNAL =
  "M0 120h96l12-18 14 44 16-92 20 142 18-108 14 48 12-16h78l12-14 14 34 16-70 20 104 18-76 14 32 12-10h86" +
  "l14-10 14 24 16-46 20 66 18-46 14 20 12-8h92l16-6 14 14 16-26 20 34 18-22 14 8h104l16-3 16 6 18-11 16 11 16-3H1440";

/**
 * The error page of specification §2.7. Its words are the specification's own in both languages; a German page adds
 * one sentence in German.
 */
export function ErrorPage(): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  return (
    <section className="error-page">
      <div className="wrap">
        <h1 className="error-page__title headline-0" lang="en">
          Ups, you got lost!
        </h1>
        <p className="error-page__text lead" lang="en">
          There’s nothing to see here.
        </p>
        {shared.lang === "de" && <p className="error-page__text lead">{w("error_lost")}</p>}
        <a className="action action--button-arrow error-page__back" href={shared.site.base} lang="en">
          <span className="action__title">Find your way back</span>
          <span className="action__arrow">
            <Icon name="arrow-right" />
          </span>
        </a>
      </div>
      <svg className="error-page__signal" viewBox="0 0 1440 240" preserveAspectRatio="none" aria-hidden="true">
        <path d={SIGNAL} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
    </section>
  );
}
