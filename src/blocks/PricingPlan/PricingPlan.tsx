import type { CSSProperties, ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { Heading, type Level, useLevels } from "../ui/heading.tsx";
import { Actions } from "../ui/link.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { useWords } from "../ui/site.tsx";
import type { schema } from "./PricingPlan.schema.ts";

type Props = PropsOf<typeof schema>;

/** Plans side by side: the same line of each plan is at the same height. */
export function PricingPlan(props: Props): ReactNode {
  const { item } = useLevels(props);
  if (props.plans.length === 0) return null;
  // The recommended plan has the opposite theme of the section.
  const ground = props.theme === "dark" ? "light" : "dark";
  const columns = Math.min(4, props.plans.length);
  return (
    <Section block={props} className="pricing-plan">
      <div className="wrap">
        <SectionHead block={props} layout="split">
          {props.text && <RichText doc={props.text} level={item} className="pricing-plan__text" />}
        </SectionHead>
        <ul
          className={`pricing-plan__plans pricing-plan__plans--${columns}`}
          style={{ "--plans": columns } as CSSProperties}
        >
          {props.plans.map((plan) => (
            <Plan key={plan._uid} plan={plan} level={item} ground={ground} />
          ))}
        </ul>
      </div>
    </Section>
  );
}

type PlanProps = { plan: Props["plans"][number]; level: Level; ground: "light" | "dark" };

function Plan({ plan, level, ground }: PlanProps): ReactNode {
  const w = useWords();
  const { highlighted } = plan;
  return (
    <li
      className={`pricing-plan__plan ${highlighted ? "pricing-plan__plan--highlighted" : ""}`.trim()}
      data-theme={highlighted ? ground : undefined}
      {...editable(plan)}
    >
      <div className="pricing-plan__head">
        <Heading level={level} className="headline-4">
          {plan.name}
        </Heading>
        {highlighted && <p className="kicker">{w("recommended")}</p>}
      </div>
      {(plan.price || plan.unit) && (
        <p className="pricing-plan__price">
          {plan.price && <Price text={plan.price} />}{" "}
          {plan.unit && <span className="pricing-plan__unit">{plan.unit}</span>}
        </p>
      )}
      {plan.text && <p className="pricing-plan__for">{plan.text}</p>}
      <RichText doc={plan.features} level={Math.min(6, level + 1) as Level} className="pricing-plan__features" />
      <Actions of={plan.link} className="pricing-plan__actions" />
    </li>
  );
}

/** A word before the sum, such as "from", is not a part of the figure. */
function Price({ text }: { text: string }): ReactNode {
  const [, word = "", sum = text] = /^(\p{L}+)\s(?=\D{0,2}\d)(.+)$/u.exec(text) ?? [];
  return (
    <span className="pricing-plan__figure">
      {word && <small className="pricing-plan__from">{`${word} `}</small>}
      {sum}
    </span>
  );
}
