/** Options of an element's player, in its `data-lottie` JSON. */
export interface LottieOptions {
  src: string;
  /** Segment files in order, if their names do not follow `{name}_0.json`. */
  segments: string[];
  loop: boolean;
  /** Number of loops; only with `loop`. */
  count: number | null;
  mode: "normal" | "bounce";
  autoplay: boolean;
  direction: 1 | -1;
  speed: number;
  /** Milliseconds between two loops. */
  intermission: number;
  /** Plays while hovered or focused, then stops at the first frame. */
  hover: boolean;
  /** Position (0 to 1) of the frame shown under reduced motion. */
  still: number;
  preserveAspectRatio: string;
}

/** Parses the attribute; null if it is not a JSON object with a source. */
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
