import type { CSSProperties, ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import type { Lang } from "../../site/api/model.ts";
import type { schema } from "./FactItem.schema.ts";
import { decimalsOf, formatNumber } from "./number.ts";
import { useSite } from "./site.tsx";

export type Fact = PropsOf<typeof schema>;
type Figure = Pick<Fact, "prefix" | "suffix" | "number" | "decimals">;

/** Figures with their labels. A fact without a number shows its prefix, suffix and label. */
export function FactList({ facts }: { facts: readonly Fact[] }): ReactNode {
  const { shared } = useSite();
  if (facts.length === 0) return null;
  const widest = Math.max(...facts.map((fact) => emOf(fact, shared.lang)));
  return (
    <ul
      className={`fact-list fact-list--${Math.min(4, facts.length)}`}
      style={{ "--widest": widest.toFixed(2) } as CSSProperties}
    >
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

const DIGIT_EM = 0.59;
const SEPARATOR_EM = 0.27;
/** Width in em of a letter of prefix or suffix, which are smaller (fact.css). */
const AFFIX_EM = 0.4;

/** Approximate width of the figure in em, since stylesheets cannot measure text. */
function emOf({ prefix, suffix, number, decimals }: Figure, lang: Lang): number {
  const text = number === null ? "" : formatNumber(number, decimalsOf(number, decimals), lang);
  const digits = text.replace(/\D/g, "").length;
  return digits * DIGIT_EM + (text.length - digits) * SEPARATOR_EM + (prefix.length + suffix.length) * AFFIX_EM;
}

/** Assistive technology reads the final figure; the copy that counts up is only visible. */
function FigureText({ fact }: { fact: Figure }): ReactNode {
  const { shared } = useSite();
  const { prefix, suffix, number } = fact;
  if (number === null) return `${prefix}${suffix}`;
  const decimals = decimalsOf(number, fact.decimals);
  const text = formatNumber(number, decimals, shared.lang);
  return (
    <>
      <span className="visually-hidden">{`${prefix}${text}${suffix}`}</span>
      <span aria-hidden="true">
        {prefix && <span className="fact__affix">{prefix}</span>}
        <span className="fact__number" data-count-up={number} data-decimals={decimals || undefined}>
          {text}
        </span>
        {suffix && <span className="fact__affix">{suffix}</span>}
      </span>
    </>
  );
}
