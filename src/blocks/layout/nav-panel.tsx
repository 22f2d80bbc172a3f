import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/image.tsx";
import { type NavItem, NavLink } from "./nav-link.tsx";

/** Below the header, as wide as the page: the group's description, its links with descriptions, one story. */
export function NavPanel({ item, id }: { item: NavItem; id: string }): ReactNode {
  const { text, image, story } = item;
  return (
    <div className="nav-panel" id={id}>
      <div className="nav-panel__inner wrap">
        <div className="nav-panel__lead">
          {text && <p className="nav-panel__text">{text}</p>}
          {item.link && (
            <p>
              <NavLink item={item} className="nav-panel__all">
                <Icon name="arrow-right" />
              </NavLink>
            </p>
          )}
        </div>
        <ul className="nav-panel__links">
          {item.items.map((sub) => (
            <li key={sub._uid}>
              <NavLink item={sub} />
              {"text" in sub && sub.text && <p>{sub.text}</p>}
            </li>
          ))}
        </ul>
        {story.map((teaser) => (
          <div key={teaser._uid} className="nav-panel__story">
            {image && <Picture image={image} className="nav-panel__picture" sizes="22rem" decorative />}
            <NavLink item={teaser} className="nav-panel__title" />
            {teaser.text && <p>{teaser.text}</p>}
          </div>
        ))}
      </div>
    </div>
  );
}
