import { Blocks, editable } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { data } from "./page.data.ts";
import type { schema } from "./page.schema.ts";

type Props = PropsOf<typeof schema> & { data: ReturnType<typeof data> };

/** A page that begins with a hero has its heading there; any other begins with its title. */
export function Page({ data: { hasHero }, ...props }: Props) {
  return (
    <div {...editable(props)}>
      {!hasHero && (
        <h1 className="wrap pt-12 pb-2 text-5xl leading-none tracking-tight sm:pt-20 sm:text-7xl">{props.title}</h1>
      )}
      <Blocks of={props.body} />
    </div>
  );
}
