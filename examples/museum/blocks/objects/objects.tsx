import { Blocks, editable } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./objects.schema.ts";

export function Objects({ headline, objects, ...block }: PropsOf<typeof schema>) {
  return (
    <section className="objects" {...editable(block)}>
      <div className="wrap block">
        {headline !== "" && <h2>{headline}</h2>}
        <div className="objects__list">
          <Blocks of={objects} />
        </div>
      </div>
    </section>
  );
}
