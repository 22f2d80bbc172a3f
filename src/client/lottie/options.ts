/** What an element asks of the player, in its `data-lottie` JSON. */
export interface LottieOptions {
  src: string;
  /** Segment files by order, where their names do not follow `{name}_0.json`. */
  segments: string[];
  loop: boolean;
  /** Limits the loops; only with loop. */
  count: number | null;
  mode: "normal" | "bounce";
  autoplay: boolean;
  direction: 1 | -1;
  speed: number;
  /** Milliseconds between two loops. */
  intermission: number;
  /** Plays while pointed at or focused, and stops at the first frame after it. */
  hover: boolean;
  /** Part of the animation (0 to 1) that is shown under reduced motion. */
  still: number;
  preserveAspectRatio: string;
}

/** Reads the attribute; null when it is no JSON object with a source. */
export function parseLottieOptions(attribute: string): LottieOptions | null {
  const raw = parseObject(attribute);
  if (!raw || typeof raw.src !== "string" || raw.src === "") return null;
  return {
    src: raw.src,
    segments: Array.isArray(raw.segments) ? raw.segments.filter((name) => typeof name === "string") : [],
    loop: raw.loop === true,
    count: positive(raw.count, null),
    mode: raw.mode === "bounce" ? "bounce" : "normal",
    autoplay: raw.autoplay === true,
    direction: raw.direction === -1 ? -1 : 1,
    speed: positive(raw.speed, 1),
    intermission: positive(raw.intermission, 1),
    hover: raw.hover === true,
    still: Math.min(1, typeof raw.still === "number" && raw.still >= 0 ? raw.still : 1),
    preserveAspectRatio: typeof raw.preserveAspectRatio === "string" ? raw.preserveAspectRatio : "xMidYMid meet",
  };
}

function positive<T>(value: unknown, otherwise: T): number | T {
  return typeof value === "number" && value > 0 ? value : otherwise;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
