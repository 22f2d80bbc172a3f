import type { PostedValues } from "../site/forms/check-values.ts";
import { appendTo } from "../util/append-to.ts";

/** Largest body in bytes. */
export const MAX_BODY = 64 * 1024;
const FORMS = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const JSON_TYPE = /^application\/json\b/i;

/** The values by name, or the status to refuse the request with. */
export type ReadValues = { values: PostedValues } | { status: 400 | 413 | 415 };

/** Reads a posted form in either encoding, or an object of texts as JSON. Files are refused. */
export async function readValues(request: Request): Promise<ReadValues> {
  const type = request.headers.get("content-type") ?? "";
  const isJson = JSON_TYPE.test(type);
  if (!isJson && !FORMS.test(type)) return { status: 415 };
  const body = await readBody(request);
  if (!body) return { status: 413 };
  const posted = new Response(body, { headers: { "content-type": type } });
  return isJson ? fromJson(await posted.text()) : fromForm(await posted.formData().catch(() => null));
}

function fromForm(form: FormData | null): ReadValues {
  if (!form) return { status: 400 };
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== "string") return { status: 415 };
    add(values, name, value);
  }
  return { values };
}

function fromJson(text: string): ReadValues {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { status: 400 };
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) return { status: 400 };
  const values = new Map<string, string[]>();
  for (const [name, one] of Object.entries(given)) {
    for (const value of [one].flat()) {
      if (!["string", "number", "boolean"].includes(typeof value)) return { status: 400 };
      add(values, name, value === true ? "yes" : value === false ? "" : String(value));
    }
  }
  return { values };
}

/** Forms are posted with CRLF, while length limits count a line break as one character. */
function add(values: Map<string, string[]>, name: string, value: string): void {
  appendTo(values, name, value.replaceAll("\r\n", "\n"));
}

/** Null if the body is too large; the rest of it is not read. */
async function readBody(request: Request): Promise<Blob | null> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY) return null;
  const reader = request.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > MAX_BODY) return null;
    parts.push(part.value);
  }
  return new Blob(parts);
}
