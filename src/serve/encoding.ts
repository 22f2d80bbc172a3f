import type { Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip";

export const SUFFIX: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Compressing smaller responses saves almost nothing. */
export const MIN_COMPRESSED_BYTES = 1024;

const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** Encodings the client accepts, the better one first regardless of its weight (RFC 9110 §12.5.3). */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  if (header === undefined) return [];
  const taken = new Negotiator({ headers: { "accept-encoding": header } }).encodings([...ENCODINGS]);
  return ENCODINGS.filter((encoding) => taken.includes(encoding));
}

/** Fast settings, since it runs for every response. */
export function compressor(encoding: Encoding): Transform {
  if (encoding === "gzip") return createGzip({ level: 6 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
