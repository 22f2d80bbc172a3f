import type { PropsOf } from "../../exports/schema.ts";
import type { schema } from "./ConsoleLine.schema.ts";

export type Line = PropsOf<typeof schema>;
export type State = "fine" | "watch" | "alert";

export const DAYS = 90;
/** Days over which a change builds up, and days of a repair that nobody planned. */
const RISE = 30;
const REPAIR = 3;
/** What the change reaches on the day of the alert, and random variation; as shares of the way to the limit. */
const PEAK = 1.06;
const SCATTER = 0.1;
/** From this share on, a line without a model's notice is being watched. */
const WATCH = 0.6;

/** A line with its values. */
export interface Row {
  line: Line;
  series: number[];
  /** Day of its message, or null. */
  reported: number | null;
}

/** What the model says on a day: the limit is reached in so many days, give or take a few. */
export interface Forecast {
  /** The last day on which it was made: today, or the day before the stop. */
  from: number;
  days: number;
  margin: number;
  /** The stop was before the limit could be reached. */
  isAverted: boolean;
}

/**
 * A line's value on each of 90 days: around the usual one and, before its alert, rising until the planned stop, or past
 * the limit until it is repaired. Uses integer arithmetic only, so that server and browser get the same digits.
 */
export function seriesOf(line: Line): number[] {
  const { usual, limit } = rangeOf(line);
  const way = limit - usual;
  // Not of the name, which is translated: a line has one history.
  const seed = hash(`${usual}/${limit}`);
  return Array.from({ length: DAYS }, (_, index) => {
    const day = index + 1;
    const noise = (scatter(seed, day) + scatter(seed, day + 1) + scatter(seed, day + 2)) / 3;
    return usual + way * (noise * SCATTER + riseAt(day, line));
  });
}

/** State on a day (1 to 90) of a line's series. */
export function stateOn(line: Line, series: readonly number[], day: number): State {
  const share = shareOfRange(line, series, day);
  if (share >= 1) return "alert";
  const forecast = forecastOn(line, day);
  return forecast?.isAverted === false || share >= WATCH ? "watch" : "fine";
}

/** The model's forecast on a day; null before its notice and where it gives none. */
export function forecastOn(
  { notice_day: notice, alert_day: alert, stop_day: stop }: Line,
  day: number,
): Forecast | null {
  if (notice === null || alert === null || day < notice) return null;
  const isAverted = stop !== null && day >= stop;
  const from = isAverted ? Math.max(notice, stop - 1) : Math.min(day, alert);
  const days = alert - from;
  return { from, days, margin: Math.max(1, Math.round(days / 4)), isAverted };
}

/** How far a value is from the usual one to the limit, 0 to 1. */
export function shareOfRange(line: Line, series: readonly number[], day: number): number {
  const { usual, limit } = rangeOf(line);
  return ((series[day - 1] ?? usual) - usual) / (limit - usual || 1);
}

/** The day of a line's message: the model's notice, else the first day at or above the limit; null if there is none. */
export function reportedOn(line: Line, series: readonly number[]): number | null {
  if (line.notice_day !== null && line.alert_day !== null) return line.notice_day;
  const day = series.findIndex((_, index) => shareOfRange(line, series, index + 1) >= 1) + 1;
  return day > 0 ? day : null;
}

export function rangeOf({ usual, limit }: Line): { usual: number; limit: number } {
  return { usual: usual ?? 0, limit: limit ?? (usual ?? 0) + 1 };
}

/** 0 before the change, slightly more than 1 on the day of the alert, 0 from the stop or after the repair. */
function riseAt(day: number, { alert_day: alert, stop_day: stop }: Line): number {
  if (alert === null || day >= (stop ?? alert + REPAIR + 1)) return 0;
  const since = (day - (alert - RISE)) / RISE;
  return since <= 0 ? 0 : (PEAK * since * (1 + since)) / 2;
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
