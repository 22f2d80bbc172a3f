import type { Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

export type Encoding = "br" | "gzip";

export const SUFFIX: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Below this a compressed answer is hardly smaller. */
export const MIN_COMPRESSED_BYTES = 1024;

/** Encodings that the client takes, the better one first. A weight of 0 refuses (RFC 9110 §12.5.3). */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const refused = new Set<string>();
  const named = new Set<string>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    (weight !== undefined && Number(weight.slice(2)) === 0 ? refused : named).add(name);
  }
  const takes = (name: string) => named.has(name) || (named.has("*") && !refused.has(name));
  return (["br", "gzip"] as const).filter((encoding) => takes(encoding));
}

/** Fast rather than small: this runs for every answer. */
export function compressor(encoding: Encoding): Transform {
  if (encoding === "gzip") return createGzip({ level: 6 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
