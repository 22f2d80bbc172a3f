import type { Lang } from "../../content/model.ts";

/** What the editor says in the address of the page it frames (Storyblok facts §4.1). */
export interface PreviewQuery {
  /** Id of the entry that is edited; 0 where there is none. */
  id: number;
  spaceId: string;
  language: Lang | null;
  isGlobal: boolean;
}

/** Root component of the story that header and footer are made from. */
export const GLOBAL = "Global";

export function readPreviewQuery(search: string): PreviewQuery {
  const query = new URLSearchParams(search);
  const id = query.get("_storyblok") ?? "";
  return {
    id: /^\d+$/.test(id) ? Number(id) : 0,
    spaceId: query.get("_storyblok_tk[space_id]") ?? "",
    language: query.get("_storyblok_lang") === "de" ? "de" : null,
    isGlobal: query.get("_storyblok_c") === GLOBAL,
  };
}
