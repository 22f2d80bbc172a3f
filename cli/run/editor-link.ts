/** Address that opens a story in the visual editor; "" if its id or the space's is unknown. */
export function editorLink(spaceId: string | number, storyId: number | undefined): string {
  return spaceId && storyId ? `https://app.storyblok.com/#/me/spaces/${spaceId}/stories/0/0/${storyId}` : "";
}
