import type { AnchorHTMLAttributes, ReactNode } from "react";
import type { LinkData } from "../site/api/payload.ts";

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "target"> {
  /** Of a link field; null shows the children alone. */
  link: LinkData | null;
}

/**
 * An anchor from resolved link data. Without a link, renders only the children. A link with a new tab gets rel noopener
 * (specification §3), one to the contact overlay announces a dialog.
 *
 * @example
 * export const More = ({ target }: { target: LinkData | null }) => (
 *   <Link link={target} className="more">
 *     Read on
 *   </Link>
 * );
 */
export function Link({ link, children, ...rest }: LinkProps): ReactNode {
  if (!link || link.href === "") return rest.className ? <span className={rest.className}>{children}</span> : children;
  // Not `{ ...rest, href }`: in Node 20, V8 makes a shape for each object that begins with others' properties and goes on.
  const own = Object.assign({}, link.attributes, rest);
  return <a {...Object.assign(own, ownAttributes(link, own.rel), { children })} />;
}

function ownAttributes({ href, target, kind }: LinkData, rel = ""): AnchorHTMLAttributes<HTMLAnchorElement> {
  return {
    href,
    target: target || undefined,
    rel: `${target && "noopener "}${rel}`.trim() || undefined,
    "aria-haspopup": kind === "overlay" ? "dialog" : undefined,
    download: kind === "asset" && target === "" ? "" : undefined,
  };
}
