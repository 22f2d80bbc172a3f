import type { ReactNode } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { Blocks } from "../../kit/blocks.tsx";
import { useSite } from "../ui/site.tsx";
import { useHeadlineBlock } from "../ui/use-headline-block.ts";
import type { schema } from "./Page.schema.ts";

/** Ordinary content page: its blocks, and a visually hidden heading if no block has one. */
export function Page({ body }: PropsOf<typeof schema>): ReactNode {
  const { payload } = useSite();
  const lead = useHeadlineBlock();
  return (
    <>
      {lead === "" && <h1 className="visually-hidden">{payload.story?.name ?? payload.head.title}</h1>}
      <Blocks of={body} />
    </>
  );
}
