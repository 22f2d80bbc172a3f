import { editable, RichText } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./text.schema.ts";

export function Text({ text, ...block }: PropsOf<typeof schema>) {
  return (
    <section className="wrap py-10 sm:py-14" {...editable(block)}>
      <div className="prose max-w-[38rem] text-lg">
        <RichText doc={text} />
      </div>
    </section>
  );
}
