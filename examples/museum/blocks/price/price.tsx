import { editable } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./price.schema.ts";

export function Price({ who, price, ...block }: PropsOf<typeof schema>) {
  return (
    <div className="price" {...editable(block)}>
      <dt>{who}</dt>
      <dd>{price}</dd>
    </div>
  );
}
