import { editable } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./column.schema.ts";

export function Column({ headline, text, ...block }: PropsOf<typeof schema>) {
  return (
    <div className="border-t border-clay/40 pt-4" {...editable(block)}>
      <h3 className="text-2xl">{headline}</h3>
      <p className="mt-2 leading-relaxed text-clay/90">{text}</p>
    </div>
  );
}
