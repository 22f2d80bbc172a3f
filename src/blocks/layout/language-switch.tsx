import type { ReactNode } from "react";
import type { Language } from "../../site/languages.ts";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { useFlyouts } from "./use-flyouts.ts";

/** A link to this page in another language; src/client keeps the query string on the way (specification §4). */
function languageLink({ locale }: Language, href: string | undefined) {
  return { href, lang: locale, hrefLang: locale, "data-language-switch": "" };
}

/** The header's dropdown: shows the current language and offers the others. Not needed for a single language. */
export function LanguageDropdown(): ReactNode {
  const { payload, shared } = useSite();
  const w = useWords();
  const flyouts = useFlyouts();
  const others = shared.site.languages.filter(({ code }) => code !== payload.lang);
  if (others.length === 0) return null;
  return (
    <div className="language" {...flyouts.root}>
      <div className="language__item" {...flyouts.item("language")}>
        <button
          type="button"
          className="language__button"
          aria-expanded={flyouts.isOpen("language")}
          aria-controls="language-panel"
          onClick={() => flyouts.toggle("language")}
        >
          <span className="visually-hidden">{`${w("language")}: `}</span>
          {payload.lang.toUpperCase()}
          <Icon name="chevron-down" />
        </button>
        <ul className="language__panel" id="language-panel">
          {others.map((language) => (
            <li key={language.code}>
              <a className="language__link" {...languageLink(language, payload.switchHref[language.code])}>
                {language.code.toUpperCase()}
                <span className="visually-hidden">{` ${language.name}`}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/**
 * The mobile menu's select. Navigating on change would surprise keyboard users (WCAG 3.2.2), so a link beside it leads
 * to the selected language; the stylesheet shows the right one, which also works without script.
 */
export function LanguageSelect(): ReactNode {
  const { payload, shared } = useSite();
  const w = useWords();
  const { languages } = shared.site;
  if (languages.length === 1) return null;
  return (
    <div className="language-select">
      <label className="language-select__label" htmlFor="language-select">
        {w("language")}
      </label>
      <select className="language-select__control" id="language-select" defaultValue={payload.lang} autoComplete="off">
        {languages.map(({ code, locale, name }) => (
          <option key={code} value={code} lang={locale}>
            {name}
          </option>
        ))}
      </select>
      {languages.map((language) => (
        <a
          key={language.code}
          className="language-select__go"
          {...languageLink(language, payload.switchHref[language.code])}
        >
          <span className="visually-hidden">{w("language_go", { name: language.name })}</span>
          <Icon name="arrow-right" />
        </a>
      ))}
    </div>
  );
}
