/** A number with its noun: `1 page`, `3 pages`. */
export function pluralize(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
