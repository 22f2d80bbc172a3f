/** Address that opens a story in the visual editor. */
export function editorLink(spaceId: string | number, storyId: number): string {
  return `https://app.storyblok.com/#/me/spaces/${spaceId}/stories/0/0/${storyId}`;
}
