import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { Link as SmartLink } from "../../kit/link.tsx";
import type { LinkData } from "../../site/api/payload.ts";
import { Icon, type IconName } from "./icon.tsx";
import type { schema } from "./Link.schema.ts";

export type LinkBlock = PropsOf<typeof schema>;

export { Link as SmartLink } from "../../kit/link.tsx";

/** The Link block in one of its six styles. Without a title it uses the name of its target. */
export function ActionLink({ block, className = "" }: { block: LinkBlock; className?: string }): ReactNode {
  const { link } = block;
  const title = block.title || link?.name || "";
  if (!link || link.href === "" || title === "") return null;
  const style = block.style || "text-arrow";
  const arrow = arrowOf(link);
  return (
    <SmartLink link={link} className={`action action--${style} ${className}`.trim()} {...editable(block)}>
      <span className="action__title">{title}</span>
      {style.includes("arrow") && (
        <span className={arrow === "arrow-right" ? "action__arrow" : `action__arrow action__arrow--${arrow}`}>
          <Icon name={arrow} />
        </span>
      )}
    </SmartLink>
  );
}

function arrowOf(link: LinkData): IconName {
  if (link.kind === "asset") return "download";
  return link.kind === "external" || link.target === "_blank" ? "arrow-up-right" : "arrow-right";
}

/** A group of Link blocks. Only the first button is filled, so that one action stands out. */
export function Actions({ of, className = "" }: { of: readonly LinkBlock[]; className?: string }): ReactNode {
  const shown = of.filter((block) => block.link);
  if (shown.length === 0) return null;
  return (
    <div className={`actions ${className}`.trim()}>
      {shown.map((block) => (
        <ActionLink key={block._uid} block={block} />
      ))}
    </div>
  );
}
