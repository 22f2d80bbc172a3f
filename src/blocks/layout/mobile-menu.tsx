import { type MouseEvent, type ReactNode, type ToggleEvent, useEffect, useRef, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { useWords } from "../ui/site.tsx";
import { LanguageSelect } from "./language-switch.tsx";
import { type NavItem, NavLink } from "./nav-link.tsx";

const MENU = "site-menu";

/** The xl breakpoint, from which on the stylesheet shows the desktop navigation in the menu's place. */
const DESKTOP = "(min-width: 80rem)";

/**
 * Burger and full-screen menu below the xl breakpoint. The menu is a popover: it opens, closes on Escape and returns
 * focus without script; script only makes the page behind inert and says whether it is open.
 */
export function MobileMenu({ items }: { items: readonly NavItem[] }): ReactNode {
  const w = useWords();
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
        <LanguageSelect />
      </div>
    </>
  );
}

/**
 * While the menu is open the page behind it is inert. That ends with the menu, however it ends: closed, gone with its
 * page on the way back, or replaced by the desktop navigation in a window that has grown.
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

/** One group of the accordion: details that share a name, so opening one closes the others. */
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
