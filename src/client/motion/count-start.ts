/** Share of the number that counting begins with. */
const FROM = 0.8;

/**
 * Where counting begins: near enough to the end that a glance half way does not mislead, and with as many
 * digits as the number itself, so that the line does not grow under the eye.
 */
export function countStart(number: number, decimals: number): number {
  const size = Math.abs(number);
  const step = 10 ** -decimals;
  if (size < step) return number;
  const sameDigits = Math.max(step, 10 ** Math.floor(Math.log10(size)));
  return Math.sign(number) * Math.max(size * FROM, Math.min(sameDigits, size));
}
