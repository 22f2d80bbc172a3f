import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { useWords } from "../ui/site.tsx";
import { type NavItem, NavLink } from "./nav-link.tsx";
import { NavPanel } from "./nav-panel.tsx";
import { type Flyouts, useFlyouts } from "./use-flyouts.ts";

/** Desktop navigation from main_nav; an entry with sub-items opens a panel (specification §2.4). */
export function MainNav({ items }: { items: readonly NavItem[] }): ReactNode {
  const w = useWords();
  const flyouts = useFlyouts();
  if (items.length === 0) return null;
  return (
    <nav className="main-nav" aria-label={w("main_navigation")} {...flyouts.root}>
      <ul className="main-nav__list">
        {items.map((item, index) =>
          item.items.length > 0 ? (
            <Group key={item._uid} item={item} panel={`nav-${index}`} flyouts={flyouts} />
          ) : (
            <li key={item._uid} className="main-nav__item">
              <NavLink item={item} className="main-nav__link" />
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** An entry with a panel. If the entry is itself a link, a separate button opens the panel. */
function Group({ item, panel, flyouts }: { item: NavItem; panel: string; flyouts: Flyouts }): ReactNode {
  const w = useWords();
  const control = {
    type: "button" as const,
    "aria-expanded": flyouts.isOpen(item._uid),
    "aria-controls": panel,
    onClick: () => flyouts.toggle(item._uid),
  };
  return (
    <li className="main-nav__item" {...flyouts.item(item._uid)}>
      {item.link ? (
        <>
          <NavLink item={item} className="main-nav__link" />
          <button {...control} className="main-nav__toggle" aria-label={w("submenu_of", { name: item.title })}>
            <Icon name="chevron-down" />
          </button>
        </>
      ) : (
        <button {...control} className="main-nav__link">
          {item.title}
          <Icon name="chevron-down" />
        </button>
      )}
      <NavPanel item={item} id={panel} />
    </li>
  );
}
