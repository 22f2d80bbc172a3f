import { editable, Link } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import { EventList } from "../../parts/event-list.tsx";
import type { data } from "./agenda.data.ts";
import type { schema } from "./agenda.schema.ts";

type Props = PropsOf<typeof schema> & { data: ReturnType<typeof data> };

export function Agenda({ headline, more, more_text, data: events, ...block }: Props) {
  return (
    <section className="wrap block" {...editable(block)}>
      {headline !== "" && <h2>{headline}</h2>}
      <EventList events={events} level={headline === "" ? 2 : 3} />
      {more && (
        <p className="more">
          <Link className="button" link={more}>
            {more_text || more.name}
          </Link>
        </p>
      )}
    </section>
  );
}
