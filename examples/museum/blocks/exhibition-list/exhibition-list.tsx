import { editable } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import { PosterList } from "../../parts/poster-list.tsx";
import type { data } from "./exhibition-list.data.ts";
import type { schema } from "./exhibition-list.schema.ts";

type Props = PropsOf<typeof schema> & { data: ReturnType<typeof data> };

export function ExhibitionList({ headline, data: cards, ...block }: Props) {
  return (
    <section className="wrap block" {...editable(block)}>
      {headline !== "" && <h2>{headline}</h2>}
      <PosterList cards={cards} level={headline === "" ? 2 : 3} />
    </section>
  );
}
