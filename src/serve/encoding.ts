import type { Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip";

export const SUFFIX: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Below this a compressed answer is hardly smaller. */
export const MIN_COMPRESSED_BYTES = 1024;

const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** Encodings that the client takes, the better one first whatever its weight (RFC 9110 §12.5.3). */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  if (header === undefined) return [];
  const taken = new Negotiator({ headers: { "accept-encoding": header } }).encodings([...ENCODINGS]);
  return ENCODINGS.filter((encoding) => taken.includes(encoding));
}

/** Fast rather than small: this runs for every answer. */
export function compressor(encoding: Encoding): Transform {
  if (encoding === "gzip") return createGzip({ level: 6 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
