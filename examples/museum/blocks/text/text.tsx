import { editable, RichText } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./text.schema.ts";

export function Text({ text, ...block }: PropsOf<typeof schema>) {
  return (
    <section className="wrap block prose" {...editable(block)}>
      <RichText doc={text} />
    </section>
  );
}
