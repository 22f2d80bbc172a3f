import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { TextItem } from "../ui/text-item.tsx";
import type { schema } from "./Platform.schema.ts";

/** The platform's features: text on the left, the product extending to the right edge, features in a row below. */
export function Platform(props: PropsOf<typeof schema>): ReactNode {
  const { item } = useLevels(props);
  const image = props.image_language ?? props.image;
  if (isBlank(props)) return null;
  return (
    <Section block={props} className="platform">
      <div className="platform__main">
        <div className="platform__words">
          <SectionHead block={props} />
          <RichText doc={props.text} level={item} className="platform__text" />
          <Actions of={props.links} />
        </div>
        {image && (
          <Picture
            image={image}
            upright={{ image: props.image_portrait, sizes: "92vw" }}
            className="platform__picture"
            sizes="(min-width: 64rem) 56vw, 92vw"
          />
        )}
      </div>
      {props.features.length > 0 && (
        <ul className="platform__features wrap" data-reveal="light">
          {props.features.map((feature) => (
            <li key={feature._uid}>
              <TextItem item={feature} icon={feature.icon} level={item} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
