import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Blocks } from "../../kit/blocks.tsx";
import type { LinkData } from "../../site/api/payload.ts";
import { Icon } from "../ui/icon.tsx";
import { SmartLink } from "../ui/link.tsx";
import { FactSheet, PageHead } from "../ui/page-head.tsx";
import { useWords } from "../ui/site.tsx";
import type { CareersData } from "./Careers.data.ts";
import type { schema } from "./Careers.schema.ts";

/** A job offer: facts and the application link in the head, then its body. */
export function Careers(props: PropsOf<typeof schema> & { data: CareersData }): ReactNode {
  const w = useWords();
  const facts = [
    { term: w("department"), value: props.department },
    { term: w("location"), value: props.location },
    { term: w("employment_type"), value: props.employment_type && w(`type_${props.employment_type}`) },
    { term: w("salary"), value: props.salary },
    { term: w("date_posted"), value: props.data.dateText },
  ];
  return (
    <>
      <PageHead
        of={props}
        className="careers-head"
        title={props.teaser_title}
        text={props.teaser_text}
        image={props.teaser_image}
        aside={<FactSheet facts={facts} />}
      >
        <Apply link={props.apply_link} />
      </PageHead>
      <Blocks of={props.body} />
    </>
  );
}

function Apply({ link }: { link: LinkData | null }): ReactNode {
  const w = useWords();
  if (!link) return null;
  return (
    <SmartLink link={link} className="careers-head__apply action action--button-arrow">
      <span className="action__title">{w("apply")}</span>
      <span className="action__arrow">
        <Icon name={link.kind === "email" ? "mail" : "arrow-right"} />
      </span>
    </SmartLink>
  );
}
