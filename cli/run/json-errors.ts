import { SitegenError } from "../../src/problems/errors.ts";
import { errorObject, renderError, type Streams } from "../report.ts";

/**
 * Runs a command so that with --json stdout has one object even if it fails: what is known of the result, with `ok:
 * false` and the error. The error is also printed to stderr.
 */
export async function withJsonErrors(
  options: { json: boolean | undefined; streams: Streams; failed: () => object; signal: AbortSignal },
  work: () => Promise<number>,
): Promise<number> {
  const { json, streams, failed, signal } = options;
  try {
    return await work();
  } catch (cause) {
    // An error caused by an interrupt is reported as the interrupt.
    const error = signal.aborted ? signal.reason : cause;
    if (!json) throw error;
    const known = error instanceof SitegenError ? error : null;
    const shown = { ...errorObject(error), ...failed(), ...known?.known };
    streams.stdout.write(`${JSON.stringify(shown)}\n`);
    if (!signal.aborted) streams.stderr.write(renderError(error, streams, false));
    return known?.exit ?? 1;
  }
}
