/** The payload as embedded in a document, without empty values and what the document has as tags. */
import type { HeadData, Payload } from "../site/api/payload.ts";

type Story = NonNullable<Payload["story"]>;
type EmbeddedPayload = Pick<Payload, "kind" | "lang" | "path"> &
  Partial<Omit<Payload, "head" | "story">> & { head?: Partial<HeadData>; story?: Partial<Story> | null };

/**
 * Reduces a payload for its document. The head is in the document as tags; only a title that the browser would read
 * differently remains. The story's uuid is not needed. An error page is embedded in full.
 */
export function embeddedPayload(payload: Payload): EmbeddedPayload {
  if (payload.kind === "error") return payload;
  const { head, crumbs, listing, story, blocks: _, ...rest } = payload;
  return Object.assign(
    rest,
    story && { story: { id: story.id, component: story.component, name: story.name } },
    head.title !== readTitle(head.title) && { head: { title: head.title } },
    crumbs.length > 0 && { crumbs },
    listing && { listing },
  );
}

/** The title as `document.title` returns it: trimmed, with white space collapsed. */
function readTitle(title: string): string {
  return title.replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "");
}

/**
 * Restores all fields; anything that is not a payload is returned unchanged for the caller to report. `title` is the
 * document's.
 */
export function fullPayload(carried: unknown, title: string): unknown {
  if (typeof carried !== "object" || carried === null) return carried;
  const { head, story, ...rest } = carried as EmbeddedPayload;
  return {
    crumbs: [],
    listing: null,
    blocks: [],
    ...rest,
    story: story ? { uuid: "", ...story } : null,
    head: { ...EMPTY_HEAD, title, ...head },
  };
}

/** An empty head. */
export const EMPTY_HEAD: HeadData = {
  title: "",
  description: "",
  canonical: "",
  robots: "",
  alternates: [],
  prev: "",
  next: "",
  og: { type: "", image: "", imageWidth: 0, imageHeight: 0, imageAlt: "" },
  jsonLd: [],
};
