import type { KeyboardEvent, ReactNode } from "react";
import { useSite, useWords } from "sitegen-storyblok/kit";
import { Logo } from "./logo.tsx";
import "./layout.css";

declare module "sitegen-storyblok" {
  interface Register {
    /** What `layout.data` in site.ts gives, and `shared.data` has. */
    data: { menu: { href: string; name: string }[] };
  }
}

/** Header and footer of the museum. The menu needs no script: it is a `details` element on small screens. */
export function Layout({ children }: { children: ReactNode }) {
  const { shared, payload } = useSite();
  const word = useWords();
  const own = shared.site.base + payload.path.slice(1);
  const search = shared.lang === "fr" ? "recherche/" : "zoeken/";
  const links = (shared.data?.menu ?? []).map(({ href, name }) => (
    <a key={href} href={href} aria-current={own.startsWith(href) ? "page" : undefined}>
      {name}
    </a>
  ));
  return (
    <>
      <header className="top">
        <div className="top__strip">
          <p>{word("open_today")}</p>
          <nav className="top__tools" aria-label={word("tools")}>
            <a href={shared.homeHref + search}>{word("search_title")}</a>
            {shared.site.languages.map(({ code, locale, name }) => (
              <a
                key={code}
                href={payload.switchHref[code]}
                lang={locale}
                hrefLang={locale}
                aria-label={`${code.toUpperCase()} – ${name}`}
                aria-current={code === payload.lang ? "true" : undefined}
                data-language-switch=""
              >
                {code.toUpperCase()}
              </a>
            ))}
          </nav>
        </div>
        <div className="top__main">
          <a className="top__logo" href={shared.homeHref}>
            <Logo />
          </a>
          <nav className="top__menu" aria-label={word("menu")}>
            {links}
          </nav>
          {/* Another page begins with the menu closed. */}
          <details key={payload.path} className="top__fold" onKeyDown={closeOnEscape}>
            <summary>{word("menu")}</summary>
            <nav aria-label={word("menu")}>{links}</nav>
          </details>
        </div>
      </header>
      {children}
      <footer className="bottom">
        <Logo className="bottom__logo" />
        <div className="bottom__rows">
          <p>
            {word("address")}
            <br />
            {word("open_today")}
          </p>
          <nav className="bottom__menu" aria-label={shared.site.companyName}>
            {links}
          </nav>
        </div>
      </footer>
    </>
  );
}

function closeOnEscape({ key, currentTarget: menu }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}
