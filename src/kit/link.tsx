import type { AnchorHTMLAttributes, ReactNode } from "react";
import type { LinkData } from "../content/payload.ts";

type Anchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "target" | "rel">;

/**
 * An anchor from resolved link data. Without a link, renders only the children. A link with a new tab gets rel noopener
 * (specification §3), one to the contact overlay announces a dialog.
 */
export function Link({ link, children, ...rest }: Anchor & { link: LinkData | null }): ReactNode {
  if (!link || link.href === "") return rest.className ? <span className={rest.className}>{children}</span> : children;
  return (
    <a
      {...rest}
      href={link.href}
      target={link.target || undefined}
      rel={link.target === "_blank" ? "noopener" : undefined}
      aria-haspopup={link.kind === "overlay" ? "dialog" : undefined}
      download={link.kind === "asset" && link.target === "" ? "" : undefined}
    >
      {children}
    </a>
  );
}
