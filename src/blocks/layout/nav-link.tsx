import type { ReactNode } from "react";
import { editable } from "../../kit/editable.ts";
import type { GlobalBlock } from "../Global/global.ts";
import { currentHref } from "../ui/current-href.ts";
import { SmartLink } from "../ui/link.tsx";
import { useSite } from "../ui/site.tsx";

export type NavItem = GlobalBlock["main_nav"][number];

/** A navigation link that is marked if it leads to the current page. */
export function NavLink(props: {
  item: Pick<NavItem, "_uid" | "_editable" | "title" | "link">;
  className?: string;
  children?: ReactNode;
}): ReactNode {
  const { item, className, children } = props;
  const site = useSite();
  const here = item.link?.href === currentHref(site) && site.payload.kind === "page";
  return (
    <SmartLink link={item.link} className={className} aria-current={here ? "page" : undefined} {...editable(item)}>
      {item.title || item.link?.name}
      {children}
    </SmartLink>
  );
}
