/** Components and functions for a site's blocks. */

export { listingQuery, pageCount, settingsOf } from "../content/lists/listing.ts";
export { dateText, isoDay } from "../content/rules/dates.ts";
export { label } from "../content/rules/labels.ts";
export { safeUrl } from "../content/rules/links.ts";
export { absoluteHref } from "../content/rules/paths.ts";
export { readingMinutes } from "../content/rules/reading-time.ts";
export { isSegment } from "../content/rules/reserved-paths.ts";
export { slugify } from "../content/rules/slugify.ts";
export { Blocks, KEEP_SERVER_MARKUP } from "../kit/blocks.tsx";
export { hasConsent, onConsentChange, openConsent, requestConsent } from "../kit/consent.ts";
export { type EditableAttributes, editable } from "../kit/editable.ts";
export { Form, type FormProps, StaticForm } from "../kit/form.tsx";
export { FormField, type FormFieldProps } from "../kit/form-field.tsx";
export { type CoverBox, coverSizes, Image, type ImageProps, type UprightPicture } from "../kit/image.tsx";
export { KeptPart } from "../kit/kept-part.tsx";
export { LateBlocks } from "../kit/late-blocks.tsx";
export { Link } from "../kit/link.tsx";
export { prefersReducedMotion } from "../kit/reduced-motion.ts";
export { RichText, type RichTextProps } from "../kit/rich-text.tsx";
export type {
  Level,
  RichTextCodeProps,
  RichTextHeadingProps,
  RichTextImageProps,
  RichTextLinkProps,
  RichTextParts,
} from "../kit/rich-text-parts.ts";
export { Search, type SearchProps, type ShownResult } from "../kit/search.tsx";
export { type Components, type SiteContext, useSite, useWords } from "../kit/site.tsx";
export { Table } from "../kit/table.tsx";
export { useConsent } from "../kit/use-consent.ts";
export { useForms } from "../kit/use-forms.ts";
export { Video, type VideoProps } from "../kit/video.tsx";
export type { Values } from "../kit/word.ts";
export type { Card, DefaultCard } from "../site/api/card.ts";
export type * from "../site/api/model.ts";
export type * from "../site/api/payload.ts";
export type {
  ContentReader,
  LatestQuery,
  LinkTarget,
  SourceReader,
  StoryOrder,
  StoryQuery,
} from "../site/api/reader.ts";
export { stringOf } from "../site/blocks/field-values.ts";
export type { FormDefinition } from "../site/forms/define-form.ts";
export type { Language } from "../site/languages.ts";
export type { Effect, EffectEnd, EffectPage } from "../site/parts.ts";
