import type { S3Client } from "@aws-sdk/client-s3";

type Library = typeof import("@aws-sdk/client-s3");

/** SHA-256 in hex of request bodies, known from the check against the build's list. */
export type PayloadHashes = WeakMap<object, string>;

export interface S3Access {
  /** URL of an S3-compatible service; "" for Amazon S3. */
  endpoint: string;
  env: Readonly<Record<string, string | undefined>>;
  connections: number;
  /** A connection without traffic for this long is closed. */
  silenceMs?: number;
}

/** A client with one connection per concurrent upload and little overhead per request. */
export function createS3Client(library: Library, options: S3Access & { payloadHashes: PayloadHashes }): S3Client {
  const { endpoint, env, connections, silenceMs = 60_000, payloadHashes } = options;
  const client = new library.S3Client({
    // Reuses the middleware stack, for thousands of requests of few kinds.
    cacheMiddleware: true,
    // Retries are handled in src/deploy/retry.ts for all targets.
    maxAttempts: 1,
    // S3-compatible services may not support Amazon's newest checksums; all support MD5.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 10_000,
      // `requestTimeout` only warns, and would include the time a large file needs.
      socketTimeout: silenceMs,
      httpAgent: { maxSockets: connections },
      httpsAgent: { maxSockets: connections },
    },
    ...(endpoint !== "" && { endpoint, forcePathStyle: true }),
    // A profile may set the region too; S3-compatible services accept any.
    ...(region(env) || endpoint !== "" ? { region: region(env) || "us-east-1" } : {}),
    ...credentials(env),
  });
  // It copies every request and response for a log that is not used.
  client.middlewareStack.remove("loggerMiddleware");
  client.middlewareStack.add(
    (next) => (args) => {
      const { input, request } = args as { input: { Body?: unknown }; request?: unknown };
      const hash = typeof input.Body === "object" && input.Body !== null ? payloadHashes.get(input.Body) : undefined;
      if (hash !== undefined && isHttpRequest(request)) {
        request.headers["x-amz-content-sha256"] = hash;
      }
      return next(args);
    },
    { step: "build", name: "knownPayloadHash" },
  );
  return client;
}

/** The signature covers the body's hash; if the request has it, the library does not compute it again. */
function isHttpRequest(request: unknown): request is { headers: Record<string, string> } {
  return typeof request === "object" && request !== null && "headers" in request;
}

function region(env: S3Access["env"]): string {
  return env.AWS_REGION || env.AWS_DEFAULT_REGION || "";
}

/** Credentials from the environment including .env; without them the library looks where AWS tools do. */
function credentials({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }: S3Access["env"]) {
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return {};
  const sessionToken = AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {};
  return {
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, ...sessionToken },
  };
}
