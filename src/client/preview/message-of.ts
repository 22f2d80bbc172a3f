/** What an error says, for the editor. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
