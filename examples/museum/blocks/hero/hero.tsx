import { editable, Image, useWords } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import { Period } from "../../parts/poster.tsx";
import type { schema } from "./hero.schema.ts";

/** The exhibition that the museum shows first. */
export function Hero({ kicker, exhibition, ...block }: PropsOf<typeof schema>) {
  const word = useWords();
  if (!exhibition) return null;
  return (
    <section className="hero" {...editable(block)}>
      <div className="hero__words">
        <p className="hero__kicker">{kicker}</p>
        <h1>{exhibition.title}</h1>
        <p className="hero__text">{exhibition.text}</p>
        <p className="hero__days">
          <Period from={exhibition.date} until={exhibition.until} />
          <a className="button" href={exhibition.href}>
            {word("see_exhibition")}
          </a>
        </p>
      </div>
      <Image image={exhibition.image} sizes="(min-width: 56rem) 58vw, 100vw" priority decorative />
    </section>
  );
}
