/** A share from 0 to 1 as a percentage for a stylesheet, fine enough to place a mark on a wide picture. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
