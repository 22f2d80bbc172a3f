import type { ReactNode } from "react";
import { type EditableAttributes, editable } from "../../kit/editable.ts";
import type { ImageData, LinkData, RichTextNode } from "../../site/api/payload.ts";
import { Heading, type Level } from "./heading.tsx";
import { Icon } from "./icon.tsx";
import { SmartLink } from "./link.tsx";
import { RichText } from "./rich-text.tsx";

interface TextItemProps {
  item: { _uid?: string; _editable?: string; title: string; text: RichTextNode | null; link?: LinkData | null };
  icon?: ImageData | null;
  level: Level;
  className?: string;
}

/**
 * Shows that the item is a link. Without a title the arrow itself is the link, named after its target; without a name
 * there is no link.
 */
function Arrow({ link, title }: { link: LinkData; title: string }): ReactNode {
  const icon = <Icon name={link.kind === "external" ? "arrow-up-right" : "arrow-right"} />;
  if (title) {
    return (
      <span className="text-item__arrow" aria-hidden="true">
        {icon}
      </span>
    );
  }
  if (!link.name || !link.href) return null;
  return (
    <SmartLink link={link} className="text-item__arrow text-item__link">
      {icon}
      <span className="visually-hidden">{link.name}</span>
    </SmartLink>
  );
}

/** Icon, title and short text; with a link, the whole item is clickable. */
export function TextItem({ item, icon = null, level, className = "" }: TextItemProps): ReactNode {
  const marker: EditableAttributes = editable(item);
  return (
    <article className={`text-item ${className}`.trim()} {...marker}>
      {icon && <img className="text-item__icon mark" src={icon.src} width="48" height="48" alt="" loading="lazy" />}
      {item.title && (
        <Heading level={level} className="headline-4">
          {item.link ? (
            <SmartLink link={item.link} className="text-item__link">
              {item.title}
            </SmartLink>
          ) : (
            item.title
          )}
        </Heading>
      )}
      <RichText doc={item.text} level={Math.min(6, level + 1) as Level} className="text-item__text" />
      {item.link && <Arrow link={item.link} title={item.title} />}
    </article>
  );
}
