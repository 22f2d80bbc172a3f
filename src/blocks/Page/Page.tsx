import type { ReactNode } from "react";
import type { PropsOf } from "../../content/schema/fields.ts";
import { Blocks } from "../block.tsx";
import { useSite } from "../ui/site.tsx";
import type { schema } from "./Page.schema.ts";

/** Ordinary content page: its blocks, and a heading for those who listen when no block has one. */
export function Page({ body }: PropsOf<typeof schema>): ReactNode {
  const { lead, payload } = useSite();
  return (
    <>
      {lead === "" && <h1 className="visually-hidden">{payload.story?.name ?? payload.head.title}</h1>}
      <Blocks of={body} />
    </>
  );
}
