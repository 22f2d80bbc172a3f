/** Fields that many blocks of this site share. */
import { boolean, image, option, text, textarea } from "../../exports/schema.ts";

/** The three fields of every section. */
export const sectionFields = {
  anchor_id: text(),
  theme: option(["light", "dark", "accent"]),
  invert_trigger: boolean(),
} as const;

/** The four fields of every page type. */
export const pageFields = {
  meta_title: text({ translatable: true }),
  meta_description: textarea({ translatable: true }),
  og_image: image({ decorative: true }),
  noindex: boolean(),
} as const;

/** Fields of a page type that only its head uses, not its component: for its `kept`. */
export const keptPageFields = { meta_title: [], meta_description: [], og_image: [] } as const;

/** The same for a page type with teaser fields. */
export const keptTeaserFields = { ...keptPageFields, teaser_title: [], teaser_text: [], teaser_image: [] } as const;

/** The three teaser fields of every page type except Page. */
export const teaserFields = {
  teaser_title: text({ translatable: true }),
  teaser_text: textarea({ translatable: true }),
  teaser_image: image(),
} as const;
