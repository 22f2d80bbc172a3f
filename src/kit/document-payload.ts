/** A payload as a page's document carries it: what is empty, or stands in the document as tags, is left out. */
import type { HeadData, Payload } from "../content/payload.ts";

type Carried = Pick<Payload, "kind" | "lang" | "path"> & Partial<Omit<Payload, "head">> & { head?: Partial<HeadData> };

/** The head of a page is in the document as tags: its title alone remains. An error page is carried whole. */
export function carriedPayload(payload: Payload): Carried {
  if (payload.kind === "error") return payload;
  const { head, crumbs, listing, blocks: _, ...rest } = payload;
  return {
    ...rest,
    head: { title: head.title },
    ...(crumbs.length > 0 && { crumbs }),
    ...(listing && { listing }),
  };
}

/** The same payload with every field; what is no payload comes back as it is, and its reader says so. */
export function wholePayload(carried: unknown): unknown {
  if (typeof carried !== "object" || carried === null) return carried;
  const { head = {}, ...rest } = carried as Carried;
  return { crumbs: [], listing: null, blocks: [], ...rest, head: { ...NO_HEAD, ...head } };
}

/** A head of which nothing is known. */
export const NO_HEAD: HeadData = {
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
