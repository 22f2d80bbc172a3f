import type { PointerEvent, ReactNode } from "react";
import { globalOf } from "../Global/global.ts";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { NavLink } from "./nav-link.tsx";
import { SearchLink } from "./search-link.tsx";

/** Marks of the scale below the number. They are drawn by the stylesheet, since they are not meant to be read. */
const MARKS = ["400", "401", "402", "403", "404", "405", "406", "407", "408"];

/** Links beside the button: the first entries of the navigation, and the search. */
const WAYS = 2;

/**
 * The error page: a dark workshop. A lamp lights the number; with a mouse, the pointer is the lamp. The English
 * text is fixed; a German page says it in German first, and larger.
 */
export function ErrorPage(): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  const isGerman = shared.lang === "de";
  const ways = (globalOf(shared)?.main_nav ?? []).filter(({ link }) => link).slice(0, WAYS);
  return (
    <section className="error-page" data-theme="dark" onPointerMove={followPointer}>
      <div className="error-page__dark" aria-hidden="true">
        <p className="error-page__number" data-drawn="404" />
        <p className="error-page__number error-page__number--lit" data-drawn="404" />
      </div>
      <div className="error-page__words wrap">
        {isGerman && <p className="error-page__lost headline-1">{w("error_lost")}</p>}
        <h1 className={`error-page__title ${isGerman ? "lead" : "headline-1"}`} lang="en">
          Ups, you got lost!
        </h1>
        <p className={`error-page__text ${isGerman ? "" : "lead"}`.trim()} lang="en">
          There’s nothing to see here.
        </p>
        <div className="error-page__ways">
          <a className="action action--button-arrow error-page__back" href={shared.site.base} lang="en">
            <span className="action__title">Find your way back</span>
            <span className="action__arrow">
              <Icon name="arrow-right" />
            </span>
          </a>
          {ways.map((item) => (
            <NavLink key={item._uid} item={item} className="error-page__way" />
          ))}
          <SearchLink className="error-page__way" />
        </div>
      </div>
      <ol className="error-page__scale wrap" aria-hidden="true">
        {MARKS.map((mark) => (
          <li
            key={mark}
            className={mark === "404" ? "error-page__mark error-page__mark--here" : "error-page__mark"}
            data-drawn={mark}
          />
        ))}
      </ol>
    </section>
  );
}

function followPointer(event: PointerEvent<HTMLElement>): void {
  if (event.pointerType !== "mouse") return;
  const { left, top } = event.currentTarget.getBoundingClientRect();
  const { style } = event.currentTarget;
  style.setProperty("--lamp-x", `${event.clientX - left}px`);
  style.setProperty("--lamp-y", `${event.clientY - top}px`);
}
