import { Blocks, editable } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./columns.schema.ts";

export function Columns({ headline, columns, ...block }: PropsOf<typeof schema>) {
  return (
    <section className="bg-ink text-clay" {...editable(block)}>
      <div className="wrap grid gap-12 py-16 sm:py-24 lg:grid-cols-[2fr_3fr]">
        <h2 className="max-w-[12ch] text-4xl leading-[1.02] tracking-tight sm:text-6xl">{headline}</h2>
        <div className="grid gap-10 sm:grid-cols-2">
          <Blocks of={columns} />
        </div>
      </div>
    </section>
  );
}
