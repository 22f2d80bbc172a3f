import { useSite, useWords } from "sitegen-storyblok/kit";
import { EventDay, Places, priceText } from "../parts/event-list.tsx";
import type { ShownEvent } from "../parts/shown-event.ts";
import "./event.css";

export interface EventPageProps {
  event: ShownEvent | null;
}

export function EventPage({ event }: EventPageProps) {
  const { shared } = useSite();
  const word = useWords();
  if (!event) return null;
  return (
    <article className="wrap gathering">
      <EventDay day={event.day} />
      <div>
        <p className="gathering__kind">{word(`kind_${event.kind}`)}</p>
        <h1>{event.title}</h1>
        <p className="gathering__text">{event.text}</p>
        <dl className="gathering__facts">
          <dt>{word("when")}</dt>
          <dd>
            {event.dateText}, {`${event.from}\u00a0–\u00a0${event.to}`}
          </dd>
          <dt>{word("where")}</dt>
          <dd>{event.place}</dd>
          <dt>{word("price")}</dt>
          <dd>{priceText(event.price, word("free"))}</dd>
          <dt>{word("left")}</dt>
          <dd>
            <Places places={event.places} />
          </dd>
        </dl>
        <a className="button" href={`${shared.homeHref}agenda/`}>
          {word("back_to_agenda")}
        </a>
      </div>
    </article>
  );
}
