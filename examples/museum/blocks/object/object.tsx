import { editable, Image } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./object.schema.ts";

export default function MuseumObject(props: PropsOf<typeof schema>) {
  return (
    <figure className="object" {...editable(props)}>
      <Image image={props.picture} sizes="(min-width: 64rem) 30vw, 100vw" />
      <figcaption>
        <strong>{props.name}</strong>
        {props.year !== "" && <span>, {props.year}</span>}
        <p>{props.text}</p>
      </figcaption>
    </figure>
  );
}
