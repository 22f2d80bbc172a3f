/** What a site renders with. */
export type * from "../content/payload.ts";
export type { ContentReader } from "../content/reader.ts";
export { Blocks } from "../kit/blocks.tsx";
export { editable } from "../kit/editable.ts";
export { Image } from "../kit/image.tsx";
export { Link } from "../kit/link.tsx";
export { RichText } from "../kit/rich-text.tsx";
export { useSite, useWords } from "../kit/site.tsx";
export { Table } from "../kit/table.tsx";
export { Video } from "../kit/video.tsx";
