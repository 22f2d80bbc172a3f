/** What the editor says in the address of the page it frames. */
export interface PreviewQuery {
  /** Id of the entry that is edited; 0 where there is none. */
  id: number;
  spaceId: string;
  /** Language that the editor shows, as the content service calls it; "" for the default one. */
  language: string;
  /** Root component of the entry. */
  component: string;
}

export function readPreviewQuery(search: string): PreviewQuery {
  const query = new URLSearchParams(search);
  const id = query.get("_storyblok") ?? "";
  return {
    id: /^\d+$/.test(id) ? Number(id) : 0,
    spaceId: query.get("_storyblok_tk[space_id]") ?? "",
    language: query.get("_storyblok_lang") ?? "",
    component: query.get("_storyblok_c") ?? "",
  };
}
