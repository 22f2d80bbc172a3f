import { editable, Image, RichText, slugify, useSite, useWords } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import { EventList } from "../../parts/event-list.tsx";
import { Period } from "../../parts/poster.tsx";
import type { data } from "./exhibition.data.ts";
import type { schema } from "./exhibition.schema.ts";

type Props = PropsOf<typeof schema> & { data: ReturnType<typeof data> };

export function Exhibition({ data: shown, ...props }: Props) {
  const { shared } = useSite();
  const word = useWords();
  const themes = `${shared.homeHref}${shared.lang === "fr" ? "theme" : "thema"}/`;
  return (
    <article className="exhibition" {...editable(props)}>
      <header className="exhibition__head">
        <div className="exhibition__words">
          <h1>{props.title}</h1>
          <p className="exhibition__days">
            <Period from={props.from.slice(0, 10)} until={props.until.slice(0, 10)} />{" "}
            {props.room !== "" && <span>{props.room}</span>}
          </p>
        </div>
        {props.picture && <Image image={props.picture} sizes="(min-width: 56rem) 50vw, 100vw" priority />}
      </header>
      <div className="exhibition__text wrap">
        <p className="exhibition__intro">{props.intro}</p>
        <div className="prose">
          <RichText doc={props.body} />
          {shown.tags.length > 0 && (
            <nav className="tags" aria-label={word("tags")}>
              {shown.tags.map((tag) => (
                <a key={tag} href={`${themes}${slugify(tag)}/`}>
                  {tag}
                </a>
              ))}
            </nav>
          )}
        </div>
      </div>
      {shown.events.length > 0 && (
        <section className="wrap around">
          <h2>{word("around")}</h2>
          <EventList events={shown.events} />
        </section>
      )}
    </article>
  );
}
