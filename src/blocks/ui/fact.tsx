import type { ReactNode } from "react";
import type { PropsOf } from "../../content/schema/fields.ts";
import type { schema } from "../Facts/FactItem.schema.ts";
import { editable } from "./editable.ts";
import { decimalsOf, formatNumber } from "./number.ts";
import { useSite } from "./site.tsx";

export type Fact = PropsOf<typeof schema>;

/** Figures with their labels. A fact without a number shows its prefix, suffix and label. */
export function FactList({ facts }: { facts: readonly Fact[] }): ReactNode {
  if (facts.length === 0) return null;
  return (
    <ul className={`fact-list fact-list--${Math.min(4, facts.length)}`}>
      {facts.map((fact) => (
        <li key={fact._uid} className="fact" {...editable(fact)}>
          <p className="fact__figure">
            <FigureText fact={fact} />
          </p>
          {fact.label && <p className="fact__label">{fact.label}</p>}
        </li>
      ))}
    </ul>
  );
}

/** The final figure is read aloud; the copy that counts up is for the eye alone. */
function FigureText({ fact }: { fact: Fact }): ReactNode {
  const { shared } = useSite();
  const { prefix, suffix, number } = fact;
  if (number === null) return `${prefix}${suffix}`;
  const decimals = decimalsOf(number, fact.decimals);
  const text = formatNumber(number, decimals, shared.lang);
  return (
    <>
      <span className="visually-hidden">{`${prefix}${text}${suffix}`}</span>
      <span className="fact__visible" aria-hidden="true">
        {prefix && <span className="fact__affix">{prefix}</span>}
        <span className="fact__number" data-count-up={number} data-decimals={decimals}>
          {text}
        </span>
        {suffix && <span className="fact__affix">{suffix}</span>}
      </span>
    </>
  );
}
