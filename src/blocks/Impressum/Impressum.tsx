import type { ReactNode } from "react";
import { label } from "../../content/rules/labels.ts";
import type { PropsOf } from "../../exports/schema.ts";
import { LegalText } from "../ui/legal.tsx";
import { Section, SectionHead } from "../ui/section.tsx";
import { useSite } from "../ui/site.tsx";
import type { schema } from "./Impressum.schema.ts";

/** Imprint: the company's data from the labels, beside the legal text. */
export function Impressum(props: PropsOf<typeof schema>): ReactNode {
  return (
    <Section block={props} className="impressum">
      <div className="wrap">
        <SectionHead block={props} size={1} />
        <LegalText doc={props.text} aside={<Company />} />
      </div>
    </Section>
  );
}

function Company(): ReactNode {
  const { shared } = useSite();
  const name = label(shared.labels, "company-name") || shared.site.companyName;
  const lines = [label(shared.labels, "address"), label(shared.labels, "plz_city")].filter(Boolean);
  return (
    <address className="impressum__company">
      <strong>{name}</strong>{" "}
      {lines.map((line) => (
        <span key={line}>{`${line} `}</span>
      ))}
    </address>
  );
}
