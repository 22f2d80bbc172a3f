import type { Lang } from "../../site/api/model.ts";

/**
 * A figure as written in the language: 4,800.5 or 4.800,5. Not with Intl, because Node and browser must give the same
 * text; src/client uses it for the numbers while counting up.
 */
export function formatNumber(value: number, decimals: number, lang: Lang): string {
  const [whole = "0", fraction] = Math.abs(value).toFixed(clamp(decimals)).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, lang === "de" ? "." : ",");
  const sign = value < 0 && Number(value.toFixed(clamp(decimals))) !== 0 ? "−" : "";
  return sign + grouped + (fraction ? (lang === "de" ? "," : ".") + fraction : "");
}

/** The requested decimals, or as many as the number has (up to three). */
export function decimalsOf(value: number, wanted: number | null): number {
  if (wanted !== null) return clamp(wanted);
  return clamp(String(Math.round(value * 1000) / 1000).split(".")[1]?.length ?? 0);
}

function clamp(decimals: number): number {
  return Math.min(6, Math.max(0, Math.trunc(decimals)));
}
