/** A payload as a page's document carries it: what is empty, or in the document as tags, is left out. */
import type { HeadData, Payload } from "../content/payload.ts";

type Story = NonNullable<Payload["story"]>;
type EmbeddedPayload = Pick<Payload, "kind" | "lang" | "path"> &
  Partial<Omit<Payload, "head" | "story">> & { head?: Partial<HeadData>; story?: Partial<Story> | null };

/**
 * The head of a page is in the document as tags: its title alone remains, where the browser reads another one out of
 * its tag. A story's uuid says nothing to a visitor's browser. An error page is carried whole.
 */
export function embeddedPayload(payload: Payload): EmbeddedPayload {
  if (payload.kind === "error") return payload;
  const { head, crumbs, listing, story, blocks: _, ...rest } = payload;
  return {
    ...rest,
    ...(story && { story: { id: story.id, component: story.component, name: story.name } }),
    ...(head.title !== readTitle(head.title) && { head: { title: head.title } }),
    ...(crumbs.length > 0 && { crumbs }),
    ...(listing && { listing }),
  };
}

/** The title as `document.title` has it: without white space around it, and one space for several. */
function readTitle(title: string): string {
  return title.replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "");
}

/**
 * The same payload with every field; what is no payload comes back as it is, and its reader says so. `title` is the
 * document's.
 */
export function fullPayload(carried: unknown, title: string): unknown {
  if (typeof carried !== "object" || carried === null) return carried;
  const { head, story, ...rest } = carried as EmbeddedPayload;
  return {
    ...{ crumbs: [], listing: null, blocks: [] },
    ...rest,
    story: story ? { uuid: "", ...story } : null,
    head: { ...EMPTY_HEAD, title, ...head },
  };
}

/** A head of which nothing is known. */
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
