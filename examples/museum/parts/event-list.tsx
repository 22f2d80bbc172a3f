import { useWords } from "sitegen-storyblok/kit";
import "./event-list.css";
import type { ShownEvent } from "./shown-event.ts";

/** Events as rows of a programme: day, what, where, price. */
export function EventList({ events, level = 3 }: { events: readonly ShownEvent[]; level?: 2 | 3 }) {
  const word = useWords();
  const Title = `h${level}` as const;
  return (
    <ol className="events">
      {events.map((event) => (
        <li key={event.id} className="event">
          <EventDay day={event.day} />
          <div className="event__what">
            <p className="event__kind">
              {word(`kind_${event.kind}`)} · {event.from} – {event.to}
            </p>
            <Title className="event__title">
              <a href={event.href}>{event.title}</a>
            </Title>
            <p className="event__place">{event.place}</p>
          </div>
          <p className="event__price">
            <span>{priceText(event.price, word("free"))}</span> <Places places={event.places} />
          </p>
        </li>
      ))}
    </ol>
  );
}

export function EventDay({ day }: { day: string }) {
  const word = useWords();
  const [year, month = "1", date = "1"] = day.split("-");
  return (
    <time className="event__day" dateTime={day}>
      <span className="event__date">{Number(date)}</span>{" "}
      <span className="event__month">
        {word("months").split(" ")[Number(month) - 1]} {year}
      </span>
    </time>
  );
}

export function Places({ places }: { places: number }) {
  const word = useWords();
  if (places === 0) return <span className="event__full">{word("sold_out")}</span>;
  return <span className="event__places">{word("places", { n: places })}</span>;
}

export const priceText = (price: number, free: string) => (price === 0 ? free : `${price} €`);
