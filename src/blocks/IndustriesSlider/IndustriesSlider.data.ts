import type { PropsOf } from "../../exports/schema.ts";
import type { Block } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import type { CardData } from "../card.ts";
import type { schema } from "./IndustriesSlider.schema.ts";

export interface IndustriesSliderData {
  industries: CardData[];
}

/** The selected industry pages, or else all others. */
export function data(block: Block, reader: ContentReader): IndustriesSliderData {
  const { industries } = block as PropsOf<typeof schema>;
  if (industries.length > 0) return { industries };
  return { industries: reader.latest({ type: "Industries", except: [reader.self().uuid] }) };
}
