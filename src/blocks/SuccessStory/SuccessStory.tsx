import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Blocks } from "../../kit/blocks.tsx";
import { KeptPart } from "../../kit/kept-part.tsx";
import { FactList } from "../ui/fact.tsx";
import { Picture } from "../ui/image.tsx";
import { FactSheet, PageHead } from "../ui/page-head.tsx";
import { useWords } from "../ui/site.tsx";
import type { schema } from "./SuccessStory.schema.ts";

/** A customer story: customer, industry, solution and result, followed by the story itself. */
export function SuccessStory(props: PropsOf<typeof schema>): ReactNode {
  const w = useWords();
  const facts = [
    { term: w("industry"), value: props.industry?.label },
    { term: w("solution"), value: props.solution?.label },
  ];
  return (
    <>
      <PageHead
        of={props}
        className="success-story-head"
        kicker={props.customer}
        title={props.teaser_title}
        text={props.teaser_text}
        image={props.teaser_image}
        aside={
          <>
            {props.customer_logo && (
              <Picture
                image={props.customer_logo}
                className="success-story-head__logo mark"
                sizes="14rem"
                alt={props.customer}
                eager
              />
            )}
            <FactSheet facts={facts} />
          </>
        }
      />
      {props.results.length > 0 && (
        <KeptPart
          of={props}
          as="section"
          className="success-story-results wrap"
          data-ground="plain"
          aria-label={w("results")}
        >
          {() => <FactList facts={props.results} />}
        </KeptPart>
      )}
      <Blocks of={props.body} />
    </>
  );
}
