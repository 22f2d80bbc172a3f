import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { isBlank } from "../ui/blank.ts";
import { Heading, useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { Actions } from "../ui/link.tsx";
import { Section } from "../ui/section.tsx";
import type { schema } from "./PlatformSmall.schema.ts";

/** Compact platform teaser: one row with logo, text and link. */
export function PlatformSmall(props: PropsOf<typeof schema>): ReactNode {
  const { head } = useLevels(props);
  if (isBlank(props)) return null;
  // White, so it is not printed.
  const logo = `platform-small__logo mark ${props.theme === "dark" ? "on-dark" : ""}`.trim();
  return (
    <Section block={props} className="platform-small" fit="tight">
      <div className="platform-small__row wrap">
        {props.logo && <Picture image={props.logo} className={logo} sizes="14rem" />}
        <div className="platform-small__words">
          {props.headline && (
            <Heading level={head} className="headline-3">
              {props.headline}
            </Heading>
          )}
          {props.text && <p>{props.text}</p>}
        </div>
        <Actions of={props.link} />
      </div>
    </Section>
  );
}
