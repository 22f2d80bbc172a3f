/** The response of an endpoint, before it is sent over HTTP. */

export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

export function jsonResponse(
  body: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
): ServiceResponse {
  return {
    status: options.status ?? 200,
    headers: { ...JSON_TYPE, ...options.headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** A body composed of JSON fragments. */
export function rawJsonResponse(
  pieces: readonly (Buffer | string)[],
  headers: Record<string, string> = {},
): ServiceResponse {
  const body = Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)));
  return { status: 200, headers: { ...JSON_TYPE, ...headers }, body };
}

/** Bodies of the service's errors: for 404 a list, for others an object. */
export function notFound(): ServiceResponse {
  return jsonResponse(["This record could not be found"], { status: 404 });
}

export function unauthorized(): ServiceResponse {
  return jsonResponse({ error: "Unauthorized" }, { status: 401 });
}

export function notAllowed(names: readonly string[]): ServiceResponse {
  return jsonResponse({ error: `Parameter(s) ${names.join(", ")} not allowed` }, { status: 422 });
}

export function rateLimited(limit: number, headers: Record<string, string> = {}): ServiceResponse {
  const error = `Rate limit of ${limit} request per second has been reached. Retry later.`;
  return jsonResponse({ error }, { status: 429, headers });
}
