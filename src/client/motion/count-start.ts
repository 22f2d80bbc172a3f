/** Share of the number at which counting starts. */
const FROM = 0.8;

/**
 * The first number to show: close enough to the final one that a glance does not mislead, and with as many digits, so
 * that the line does not change its width.
 */
export function countStart(number: number, decimals: number): number {
  const size = Math.abs(number);
  const step = 10 ** -decimals;
  if (size < step) return number;
  const sameDigits = Math.max(step, 10 ** Math.floor(Math.log10(size)));
  return Math.sign(number) * Math.max(size * FROM, Math.min(sameDigits, size));
}
