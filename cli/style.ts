export interface Style {
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  bold(text: string): string;
  dim(text: string): string;
}

/** Colours only where they are wanted: a terminal, or FORCE_COLOR; never with NO_COLOR or TERM=dumb. */
export function createStyle(stream: { isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Style {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "" && env.FORCE_COLOR !== "0";
  const wanted = !env.NO_COLOR && (forced || (stream.isTTY === true && env.TERM !== "dumb"));
  const paint = (open: number, close: number) => (text: string) =>
    wanted ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { red: paint(31, 39), yellow: paint(33, 39), green: paint(32, 39), bold: paint(1, 22), dim: paint(2, 22) };
}
