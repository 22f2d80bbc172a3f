import { Blocks, editable, RichText } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./visit.schema.ts";

/** Hours, prices and the way to the museum. */
export function Visit({ headline, hours, prices, way, ...block }: PropsOf<typeof schema>) {
  return (
    <section className="visit" {...editable(block)}>
      <div className="wrap block">
        {headline !== "" && <h2>{headline}</h2>}
        <div className="visit__parts">
          <div className="prose">
            <RichText doc={hours} />
          </div>
          <dl className="prices">
            <Blocks of={prices} />
          </dl>
          <div className="prose">
            <RichText doc={way} />
          </div>
        </div>
      </div>
    </section>
  );
}
