import { type MouseEvent, type ReactNode, type ToggleEvent, useEffect, useRef, useState } from "react";
import { globalOf } from "../Global/global.ts";
import { Icon } from "../ui/icon.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { LanguageSelect } from "./language-switch.tsx";
import { type NavItem, NavLink } from "./nav-link.tsx";

const MENU = "site-menu";

/** The xl breakpoint, from which the stylesheet shows the desktop navigation instead of the menu. */
const DESKTOP = "(min-width: 80rem)";

/**
 * Menu button and full-screen menu below the xl breakpoint. The menu is a popover: it opens, closes on Escape and
 * returns the focus without script; script makes the page behind it inert and reports whether it is open.
 */
export function MobileMenu({ items }: { items: readonly NavItem[] }): ReactNode {
  const w = useWords();
  const phone = globalOf(useSite().shared)?.contact_overlay[0]?.phone;
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    setOpen(event.newState === "open");
  };
  useEffect(() => (open && menu.current ? holdOpen(menu.current) : undefined), [open]);
  const closeOnLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("a[href]")) menu.current?.hidePopover();
  };
  return (
    <>
      {/* The name is the specification's own (§2.4), in both languages. */}
      <button
        type="button"
        className="burger"
        popoverTarget={MENU}
        aria-label="Toggle navigation"
        aria-expanded={open}
        aria-controls={MENU}
        lang="en"
      >
        <span className="burger__lines" aria-hidden="true" />
      </button>
      <div className="menu" id={MENU} popover="" ref={menu} onToggle={onToggle} onClickCapture={closeOnLink}>
        <nav className="menu__nav" aria-label={w("menu")}>
          <ul>
            {items.map((item) => (
              <li key={item._uid} className="menu__item">
                {item.items.length > 0 ? <Group item={item} /> : <NavLink item={item} className="menu__link" />}
              </li>
            ))}
          </ul>
        </nav>
        <div className="menu__foot">
          <a className="menu__talk action action--button-arrow" href="#contact-overlay" aria-haspopup="dialog">
            <span className="action__title">{w("talk")}</span>
            <span className="action__arrow">
              <Icon name="arrow-right" />
            </span>
          </a>
          {phone && (
            <a className="contact__way" dir="ltr" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
              <span className="visually-hidden">{`${w("phone")}: `}</span>
              {phone}
            </a>
          )}
          <LanguageSelect />
        </div>
      </div>
    </>
  );
}

/**
 * Makes the page behind the open menu inert. Ends with the menu: closed, removed when navigating back, or replaced by
 * the desktop navigation in a larger window.
 */
function holdOpen(menu: HTMLElement): () => void {
  const behind = [...document.querySelectorAll<HTMLElement>("#main, .footer")];
  for (const element of behind) element.inert = true;
  const desktop = matchMedia(DESKTOP);
  const close = () => {
    if (desktop.matches) menu.hidePopover();
  };
  desktop.addEventListener("change", close);
  return () => {
    desktop.removeEventListener("change", close);
    for (const element of behind) element.inert = false;
  };
}

/** A group of the accordion: details with a common name, so that opening one closes the others. */
function Group({ item }: { item: NavItem }): ReactNode {
  return (
    <details className="menu__group" name="site-menu-group">
      <summary className="menu__link">
        {item.title}
        <Icon name="plus" />
      </summary>
      <ul className="menu__subs">
        {item.link && (
          <li>
            <NavLink item={item} />
          </li>
        )}
        {item.items.map((sub) => (
          <li key={sub._uid}>
            <NavLink item={sub} />
          </li>
        ))}
      </ul>
    </details>
  );
}
