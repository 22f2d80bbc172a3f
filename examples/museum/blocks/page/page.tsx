import { Blocks, editable } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { data } from "./page.data.ts";
import type { schema } from "./page.schema.ts";

type Props = PropsOf<typeof schema> & { data: ReturnType<typeof data> };

/** A page that begins with a hero has its heading there; any other begins with its title. */
export function Page({ data: { hasHero }, ...props }: Props) {
  return (
    <div className="page" {...editable(props)}>
      {!hasHero && (
        <header className="opening wrap">
          <h1>{props.title}</h1>
          {props.intro !== "" && <p className="opening__intro">{props.intro}</p>}
        </header>
      )}
      <Blocks of={props.body} />
    </div>
  );
}
