import type { S3Client } from "@aws-sdk/client-s3";

type Library = typeof import("@aws-sdk/client-s3");

/** SHA-256 in hex of bodies that are sent, known from the check against the build's list. */
export type PayloadHashes = WeakMap<object, string>;

export interface S3Access {
  /** Address of a service that is not Amazon's own, or "". */
  endpoint: string;
  env: Readonly<Record<string, string | undefined>>;
  connections: number;
  /** A line on which nothing comes or goes for so long is given up. */
  silenceMs?: number;
}

/** A client with one connection for each upload at a time, and little work for each request. */
export function createS3Client(library: Library, options: S3Access & { payloadHashes: PayloadHashes }): S3Client {
  const { endpoint, env, connections, silenceMs = 60_000, payloadHashes } = options;
  const client = new library.S3Client({
    // Thousands of requests of a few kinds: the library's steps for each kind are put together once.
    cacheMiddleware: true,
    // One policy of tries for all targets: src/deploy/retry.ts.
    maxAttempts: 1,
    // Services that are not Amazon's own do not know its newest checksums; MD5 is known to all.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 10_000,
      // `requestTimeout` only warns, and would count the time that a large file needs.
      socketTimeout: silenceMs,
      httpAgent: { maxSockets: connections },
      httpsAgent: { maxSockets: connections },
    },
    ...(endpoint !== "" && { endpoint, forcePathStyle: true }),
    // A profile may name the region too; services that are not Amazon's own take any.
    ...(region(env) || endpoint !== "" ? { region: region(env) || "us-east-1" } : {}),
    ...credentials(env),
  });
  // Copies each request's and answer's fields for a log that is not kept.
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

/** The signature covers the body's hash; where the request names it, the library does not take it once more. */
function isHttpRequest(request: unknown): request is { headers: Record<string, string> } {
  return typeof request === "object" && request !== null && "headers" in request;
}

function region(env: S3Access["env"]): string {
  return env.AWS_REGION || env.AWS_DEFAULT_REGION || "";
}

/** Keys of the environment, a .env file included; without them the library looks where AWS tools look. */
function credentials({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }: S3Access["env"]) {
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return {};
  const sessionToken = AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {};
  return {
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, ...sessionToken },
  };
}
