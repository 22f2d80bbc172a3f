/** The value of `--name` on the command line. */
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
}

/** The same for a number. */
export function numberOption(name, fallback) {
  return Number(option(name, fallback));
}
