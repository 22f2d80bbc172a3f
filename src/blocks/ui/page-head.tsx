import type { ReactNode } from "react";
import { KeptPart } from "../../kit/kept-part.tsx";
import type { ImageData } from "../../site/api/payload.ts";
import { Crumbs } from "./crumbs.tsx";
import { Heading } from "./heading.tsx";
import { Picture } from "./image.tsx";
import { Kicker } from "./section.tsx";
import { useSite } from "./site.tsx";

interface PageHeadProps {
  /** The page block. */
  of: { _kept?: boolean };
  className: string;
  kicker?: ReactNode;
  /** Default: the story's name. */
  title: string;
  text: string;
  image?: ImageData | null;
  /** Facts about the page, beside the title. */
  aside?: ReactNode;
  /** Content after the text, before the picture. */
  children?: ReactNode;
}

/** Head of a page type that renders its own: breadcrumbs, title, introduction, facts, picture. */
export function PageHead(props: PageHeadProps): ReactNode {
  return (
    <KeptPart of={props.of} as="header" className={`page-head ${props.className}`} data-ground="plain">
      {() => <Inside {...props} />}
    </KeptPart>
  );
}

function Inside({ image, aside, ...props }: PageHeadProps): ReactNode {
  const { payload } = useSite();
  return (
    <div className="wrap cols">
      <div className="page-head__words">
        <Crumbs />
        <Kicker>{props.kicker}</Kicker>
        <Heading level={1} className="page-head__title headline-1">
          {props.title || payload.story?.name}
        </Heading>
        {props.text && <p className="lead">{props.text}</p>}
        {props.children}
      </div>
      {aside && <div className="page-head__aside">{aside}</div>}
      {image && (
        <Picture image={image} className="page-head__picture" sizes="(min-width: 64rem) 100vw, 92vw" priority />
      )}
    </div>
  );
}

/** Facts as a description list; those without a value are omitted. */
export function FactSheet({ facts }: { facts: readonly { term: string; value: ReactNode }[] }): ReactNode {
  const shown = facts.filter(({ value }) => value !== "" && value !== null && value !== undefined);
  if (shown.length === 0) return null;
  return (
    <dl className="fact-sheet">
      {shown.map(({ term, value }) => (
        <div key={term} className="fact-sheet__row">
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
