import type { ReactNode } from "react";
import type { Lang } from "../../content/model.ts";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { useFlyouts } from "./use-flyouts.ts";

const LANGUAGES: readonly Lang[] = ["en", "de"];

/** A link to this page in another language; src/client keeps the query string on the way (specification §4). */
function languageLink(lang: Lang, href: string) {
  return { href, lang, hrefLang: lang, "data-language-switch": "" };
}

/** The header's dropdown: shows the current language, offers the other (specification §2.4). */
export function LanguageDropdown(): ReactNode {
  const { payload } = useSite();
  const w = useWords();
  const flyouts = useFlyouts();
  const others = LANGUAGES.filter((lang) => lang !== payload.lang);
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
          <span className="visually-hidden">{w("language")}: </span>
          {payload.lang.toUpperCase()}
          <Icon name="chevron-down" />
        </button>
        <ul className="language__panel" id="language-panel">
          {others.map((lang) => (
            <li key={lang}>
              <a className="language__link" {...languageLink(lang, payload.switchHref[lang])}>
                {lang.toUpperCase()}
                <span className="visually-hidden"> {w(`language_${lang}`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/**
 * The mobile menu's select. A select that navigates on change surprises keyboard users (WCAG 3.2.2), so a link beside
 * it goes to what is chosen; the stylesheet shows the one that fits, which also works without script.
 */
export function LanguageSelect(): ReactNode {
  const { payload } = useSite();
  const w = useWords();
  return (
    <div className="language-select">
      <label className="language-select__label" htmlFor="language-select">
        {w("language")}
      </label>
      <select className="language-select__control" id="language-select" defaultValue={payload.lang} autoComplete="off">
        {LANGUAGES.map((lang) => (
          <option key={lang} value={lang} lang={lang}>
            {w(`language_${lang}`)}
          </option>
        ))}
      </select>
      {LANGUAGES.map((lang) => (
        <a
          key={lang}
          className={`language-select__go language-select__go--${lang}`}
          data-here={lang === payload.lang ? "" : undefined}
          {...languageLink(lang, payload.switchHref[lang])}
        >
          <span className="visually-hidden">{w("language_go", { name: w(`language_${lang}`) })}</span>
          <Icon name="arrow-right" />
        </a>
      ))}
    </div>
  );
}
