export interface Download {
  bytes: Uint8Array;
  type: string;
}

/** No asset of a website is larger; what is would fill the host. */
export const MAX_ASSET_BYTES = 100 * 1024 * 1024;

/** Fetches one asset, its body within the timeout too; once more after a network fault or a 5xx. */
export async function download(
  url: URL,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Download> {
  try {
    return await attempt(url, options);
  } catch (error) {
    if (options.signal?.aborted || error instanceof FinalError) throw error;
    return attempt(url, options);
  }
}

class FinalError extends Error {}

async function attempt(url: URL, { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined }) {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FinalError(`${url.protocol} addresses are not fetched`);
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  if (!response.ok) {
    await response.body?.cancel();
    const message = `the server answered ${response.status}`;
    throw response.status >= 500 ? new Error(message) : new FinalError(message);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength > MAX_ASSET_BYTES) throw new FinalError("it is larger than 100 MB");
  return { bytes, type: response.headers.get("content-type") ?? "" };
}
