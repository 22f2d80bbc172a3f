import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

/** Sends a raw request: no redirects, no path normalisation, no decompression. */
export function get(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<HttpResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString("utf8") });
      });
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end();
  });
}

/** Creates a folder with the given files. */
export function folder(files: Readonly<Record<string, string | Buffer>>): string {
  const root = mkdtempSync(join(tmpdir(), "sitegen-serve-"));
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return root;
}

/** The query that the visual editor adds to a page's URL. */
export function editorQuery(options: {
  previewToken: string;
  spaceId: string | number;
  storyId?: string | number;
  language?: string;
  now?: number;
  token?: string;
}): string {
  const { previewToken, spaceId, storyId = "", language = "", now = Date.now() } = options;
  const timestamp = Math.floor(now / 1000);
  const token = createHash("sha1").update(`${spaceId}:${previewToken}:${timestamp}`).digest("hex");
  return `?${new URLSearchParams({
    _storyblok: String(storyId),
    _storyblok_c: "Page",
    _storyblok_lang: language,
    "_storyblok_tk[space_id]": String(spaceId),
    "_storyblok_tk[timestamp]": String(timestamp),
    "_storyblok_tk[token]": options.token ?? token,
  })}`;
}
