import type { ReactNode } from "react";
import { editable } from "../../kit/editable.ts";
import type { GlobalBlock } from "../ui/global.ts";
import { Icon } from "../ui/icon.tsx";
import { SmartLink } from "../ui/link.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { type Flyouts, useFlyouts } from "./use-flyouts.ts";

export type NavItem = GlobalBlock["main_nav"][number];

/** Desktop navigation from main_nav; an entry with sub-items opens a panel (specification §2.4). */
export function MainNav({ items }: { items: readonly NavItem[] }): ReactNode {
  const w = useWords();
  const flyouts = useFlyouts();
  if (items.length === 0) return null;
  return (
    <nav className="main-nav" aria-label={w("main_navigation")} {...flyouts.root}>
      <ul className="main-nav__list">
        {items.map((item) =>
          item.items.length > 0 ? (
            <Group key={item._uid} item={item} flyouts={flyouts} />
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

/** An entry with a panel. When it is itself a link, a button of its own opens the panel. */
function Group({ item, flyouts }: { item: NavItem; flyouts: Flyouts }): ReactNode {
  const w = useWords();
  const panel = `nav-${item._uid}`;
  const control = {
    type: "button" as const,
    "aria-expanded": flyouts.isOpen(item._uid),
    "aria-controls": panel,
    onClick: () => flyouts.toggle(item._uid),
  };
  return (
    <li className="main-nav__item main-nav__item--group" {...flyouts.item(item._uid)}>
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
      <div className="main-nav__panel" id={panel}>
        <ul>
          {item.items.map((sub) => (
            <li key={sub._uid}>
              <NavLink item={sub} className="main-nav__sub" />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** A navigation link that knows when it leads to the page it stands on. */
export function NavLink(props: {
  item: Pick<NavItem, "_uid" | "_editable" | "title" | "link">;
  className: string;
}): ReactNode {
  const { item, className } = props;
  const { payload } = useSite();
  const here = item.link?.href === payload.switchHref[payload.lang] && payload.kind === "page";
  return (
    <SmartLink link={item.link} className={className} aria-current={here ? "page" : undefined} {...editable(item)}>
      {item.title || item.link?.name}
    </SmartLink>
  );
}
