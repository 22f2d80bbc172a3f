import type { CSSProperties, ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { useLevels } from "../ui/heading.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { TextItem } from "../ui/text-item.tsx";
import type { schema } from "./TextGrid.schema.ts";

/** Short texts in the cells of a grid with lines. */
export function TextGrid(props: PropsOf<typeof schema>): ReactNode {
  const { item: level } = useLevels(props);
  const columns = Math.min(4, Math.max(1, Math.trunc(props.columns ?? 3)));
  if (isBlank(props)) return null;
  // A third cell alone in its row would leave the other half empty.
  const tablet = props.items.length === 3 && columns === 3 ? columns : undefined;
  return (
    <Section block={props} className="text-grid">
      <div className="wrap">
        <SectionHead block={props} layout={columns === 3 ? "split" : "row"} />
        <ul
          className={`text-grid__list text-grid__list--${columns}`}
          style={{ "--columns": columns, "--tablet": tablet } as CSSProperties}
          data-reveal="sweep"
        >
          {props.items.map((item) => (
            <li key={item._uid} className="text-grid__cell">
              <TextItem item={item} icon={item.component === "IconText" ? item.icon : null} level={level} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
