/** The editor's parameters in the URL of the framed page. */
export interface PreviewQuery {
  /** Id of the edited story; 0 if there is none. */
  id: number;
  spaceId: string;
  /** Language shown in the editor, by the content service's name; "" for the default. */
  language: string;
  /** Root component of the story. */
  component: string;
  /** When the editor opened the story, as it says: the same until it is opened again. */
  opening: string;
  /** Number of the release that the editor shows, or "". */
  release: string;
}

export function readPreviewQuery(search: string): PreviewQuery {
  const query = new URLSearchParams(search);
  const id = query.get("_storyblok") ?? "";
  const release = query.get("_storyblok_release") ?? "";
  return {
    id: /^\d+$/.test(id) ? Number(id) : 0,
    spaceId: query.get("_storyblok_tk[space_id]") ?? "",
    language: query.get("_storyblok_lang") ?? "",
    component: query.get("_storyblok_c") ?? "",
    opening: query.get("_storyblok_rl") ?? "",
    // Without a release it is "0" or "undefined".
    release: /^[1-9]\d*$/.test(release) ? release : "",
  };
}
