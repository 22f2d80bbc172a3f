import { styleText } from "node:util";

export type Style = Record<"red" | "yellow" | "green" | "dim", (text: string) => string>;

/** Colours for terminals and with FORCE_COLOR; never with NO_COLOR or TERM=dumb. */
export function createStyle(stream: { isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): Style {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "" && env.FORCE_COLOR !== "0";
  const wanted = !env.NO_COLOR && (forced || (stream.isTTY === true && env.TERM !== "dumb"));
  const paint = (format: keyof Style) => (text: string) =>
    wanted ? styleText(format, text, { validateStream: false }) : text;
  return { red: paint("red"), yellow: paint("yellow"), green: paint("green"), dim: paint("dim") };
}

/** A number with its noun: `1 page`, `3 pages`. */
export function pluralize(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
