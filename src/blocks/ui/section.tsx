import type { ReactNode } from "react";
import { editable } from "../../kit/editable.ts";
import { Heading, useLevels } from "./heading.tsx";

/** Fields of every section block. */
export interface SectionFields {
  _uid: string;
  _editable?: string;
  anchor_id: string;
  theme: "light" | "dark" | "accent" | "";
  invert_trigger: boolean;
}

interface SectionProps {
  block: SectionFields;
  className: string;
  /**
   * Spacing between sections. `open`: padded, and two open ones on the same ground share one gap. `bleed`: the block
   * has its own edges, like heroes and full-width pictures. `tight`: half the padding.
   */
  fit?: "open" | "bleed" | "tight";
  /** Theme if the editor chose none. */
  theme?: "light" | "dark" | "accent";
  children: ReactNode;
}

/** The frame of a section block: anchor, theme, invert trigger, the editor's marker, spacing. */
export function Section({ block, className, fit = "open", theme = "light", children }: SectionProps): ReactNode {
  const chosen = block.theme || theme;
  return (
    <section
      className={fit === "bleed" ? `section ${className}` : `section section--${fit} ${className}`}
      id={block.anchor_id || undefined}
      data-theme={chosen}
      data-ground={fit === "bleed" ? undefined : chosen === "light" ? "plain" : chosen}
      data-invert-trigger={block.invert_trigger ? "" : undefined}
      {...editable(block)}
    >
      {children}
    </section>
  );
}

interface SectionHeadProps {
  block: { _uid: string; kicker?: string; headline: string };
  /** stack: kicker above headline. split: kicker in its own column. row: headline left, children (a link) right. */
  layout?: "stack" | "split" | "row";
  size?: 1 | 2 | 3;
  children?: ReactNode;
}

/** Kicker and headline of a section, with space for an introduction or a link. Renders nothing if all are empty. */
export function SectionHead({ block, layout = "stack", size = 2, children }: SectionHeadProps): ReactNode {
  const { head } = useLevels(block);
  if (!block.kicker && !block.headline && !children) return null;
  return (
    <header className={`section-head section-head--${layout}`} data-reveal="">
      <Kicker>{block.kicker}</Kicker>
      {block.headline && (
        <Heading level={head} className={`section-head__headline headline-${size}`}>
          {block.headline}
        </Heading>
      )}
      {children && <div className="section-head__aside">{children}</div>}
    </header>
  );
}

/** The small line above a headline, preceded by the lamp. */
export function Kicker({ children }: { children: ReactNode }): ReactNode {
  return children ? <p className="kicker">{children}</p> : null;
}
