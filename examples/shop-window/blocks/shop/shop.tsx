import { editable } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./shop.schema.ts";

/** A shop's address beside the map. */
export function Shop({ name, address, hours, phone, ...block }: PropsOf<typeof schema>) {
  return (
    <div {...editable(block)}>
      <h3 className="text-2xl leading-tight">{name}</h3>
      <p className="mt-1">{address}</p>
      <p className="text-quiet">{hours}</p>
      {phone !== "" && (
        <p className="mt-1">
          <a className="underline underline-offset-4" dir="ltr" href={`tel:${phone.replace(/\s/g, "")}`}>
            {phone}
          </a>
        </p>
      )}
    </div>
  );
}
