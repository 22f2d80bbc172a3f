import type { IncomingMessage } from "node:http";

/** Largest body in bytes: ten times what the longest fields can hold. */
export const MAX_BODY = 64 * 1024;
const TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** The fields by name, or the status to refuse the request with. */
export type ReadForm = { fields: Map<string, string> } | { status: 400 | 413 | 415 };

/** Reads a posted form in either encoding. Files are refused; of fields with the same name the first is used. */
export async function readForm(request: IncomingMessage): Promise<ReadForm> {
  const type = request.headers["content-type"] ?? "";
  if (!TYPES.test(type)) return { status: 415 };
  const body = await readBody(request);
  if (!body) return { status: 413 };
  // Node's own parser for both encodings.
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
    .formData()
    .catch(() => null);
  if (!form) return { status: 400 };
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== "string") return { status: 415 };
    // Forms are posted with CRLF, while length limits count a line break as one character.
    if (!fields.has(name)) fields.set(name, value.replaceAll("\r\n", "\n"));
  }
  return { fields };
}

/** Null if the body is too large; the rest of it is not read. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
