import type { PropsOf } from "../../exports/schema.ts";
import type { schema } from "./ConsoleLine.schema.ts";

export type Line = PropsOf<typeof schema>;
export type State = "fine" | "watch" | "alert";

export const DAYS = 90;
/** Days over which a change builds up, and days of the repair. */
const RISE = 24;
const REPAIR = 3;
/** Random variation around the usual value, as a share of the distance to the limit. */
const SCATTER = 0.16;
/** From this share of the distance to the limit on, a line is being watched. */
const WATCH = 0.6;

/**
 * A line's value on each of 90 days: around the usual one and, before its alert, rising past the limit until it is
 * repaired. Uses integer arithmetic only, so that server and browser get the same digits.
 */
export function seriesOf(line: Line): number[] {
  const { usual, limit } = rangeOf(line);
  const way = limit - usual;
  const seed = hash(line.name + line._uid.length);
  return Array.from({ length: DAYS }, (_, index) => {
    const day = index + 1;
    const noise = (scatter(seed, day) + scatter(seed, day + 1) + scatter(seed, day + 2)) / 3;
    return usual + way * (noise * SCATTER + riseAt(day, line.alert_day));
  });
}

/** State on a day (1 to 90) of a line's series. */
export function stateOn(line: Line, series: readonly number[], day: number): State {
  const share = shareOfRange(line, series, day);
  return share >= 1 ? "alert" : share >= WATCH ? "watch" : "fine";
}

/** How far a value is from the usual one to the limit, 0 to 1. */
export function shareOfRange(line: Line, series: readonly number[], day: number): number {
  const { usual, limit } = rangeOf(line);
  return ((series[day - 1] ?? usual) - usual) / (limit - usual || 1);
}

/** The first day at or above the limit; null if there is none. */
export function alertFrom(line: Line, series: readonly number[]): number | null {
  const day = series.findIndex((_, index) => shareOfRange(line, series, index + 1) >= 1) + 1;
  return day > 0 ? day : null;
}

export function rangeOf({ usual, limit }: Line): { usual: number; limit: number } {
  return { usual: usual ?? 0, limit: limit ?? (usual ?? 0) + 1 };
}

/** 0 before the change, slightly more than 1 on the day of the alert, 0 after the repair. */
function riseAt(day: number, alertDay: number | null): number {
  if (alertDay === null || day > alertDay + REPAIR) return 0;
  const since = (day - (alertDay - RISE)) / RISE;
  return since <= 0 ? 0 : 1.12 * since * since;
}

function hash(text: string): number {
  let value = 2166136261;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}

/** Pseudo-random, between -1 and 1. */
function scatter(seed: number, day: number): number {
  let value = Math.imul(seed ^ (day * 2654435761), 2246822519);
  value = Math.imul(value ^ (value >>> 13), 3266489917);
  return ((value ^ (value >>> 16)) >>> 0) / 2147483647.5 - 1;
}
