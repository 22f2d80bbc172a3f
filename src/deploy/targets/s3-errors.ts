import { STATUS_CODES } from "node:http";
import { SitegenError, sitegenError } from "../../problems/errors.ts";
import { TransientError } from "../retry.ts";

/** Error codes of the system and of HTTP libraries for a broken connection, and of a service that fails, which may come with status 200. */
const NETWORK =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|TimeoutError|NetworkingError|RequestTimeout|InternalError|InternalFailure)$/;
const BUSY = /^(SlowDown|Throttling|ThrottlingException|TooManyRequests|RequestLimitExceeded|ServiceUnavailable)$/;
const REFUSED =
  /^(AccessDenied|Forbidden|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|AllAccessDisabled|AccountProblem)$/;
const SKEWED = /^(RequestTimeTooSkewed|RequestExpired|RequestInTheFuture)$/;
const FULL = /^(QuotaExceeded|EntityTooLarge|XMinioStorageFull|InsufficientStorage|StorageQuotaExceeded)$/i;

interface S3Fault {
  name?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Turns an error of S3 or the connection into a transient one or one for the user. */
export function s3Error(raw: unknown, options: { bucket: string; where: string; what: string }): unknown {
  if (raw instanceof SitegenError || raw instanceof TransientError) return raw;
  const { bucket, where, what } = options;
  const fault = (raw ?? {}) as S3Fault;
  const name = fault.name ?? "";
  const code = fault.code ?? "";
  const status = fault.$metadata?.httpStatusCode ?? 0;
  const reason = `${what}: ${reasonOf(fault, status)}`;
  const details = { message: `${reason}.`.replace(/\.\.$/, "."), where, cause: raw };
  const failure = (kind: "DEPLOY_NOT_FOUND" | "DEPLOY_REFUSED" | "DEPLOY_NO_SPACE" | "DEPLOY_FAILED") =>
    sitegenError(kind, details);
  if (name === "NoSuchBucket") {
    return sitegenError("DEPLOY_NOT_FOUND", { ...details, message: `There is no bucket "${bucket}".` });
  }
  if (name === "CredentialsProviderError" || name === "AuthorizationHeaderMalformed") {
    return sitegenError("DEPLOY_REFUSED", {
      ...details,
      hint: "Set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, or AWS_PROFILE.",
    });
  }
  if (name === "ExpiredToken")
    return sitegenError("DEPLOY_REFUSED", {
      ...details,
      hint: "The credentials have expired: get new ones. The next deploy sends only what is missing.",
    });
  if (SKEWED.test(name)) {
    const hint =
      "Set this machine's clock: the service refuses what was signed more than a quarter of an hour ago, or later than now.";
    // The library has learned the service's time from this answer.
    return new TransientError(sitegenError("DEPLOY_REFUSED", { ...details, hint }));
  }
  if (FULL.test(name) || status === 507) return failure("DEPLOY_NO_SPACE");
  if (BUSY.test(name) || status === 429 || status === 503) {
    return new TransientError(unreachable(details), { slowDown: true });
  }
  if (REFUSED.test(name) || status === 401 || status === 403) return failure("DEPLOY_REFUSED");
  if (NETWORK.test(code) || NETWORK.test(name) || status >= 500 || status === 408) {
    return new TransientError(unreachable(details));
  }
  // Without a status there was no response: connection, name resolution or certificate.
  if (status === 0) return new TransientError(unreachable(details));
  if (status === 301 || name === "PermanentRedirect") {
    return sitegenError("DEPLOY_NOT_FOUND", {
      ...details,
      hint: "The bucket is in another region: set AWS_REGION to that region.",
    });
  }
  return failure("DEPLOY_FAILED");
}

/** A response without a body, as to HEAD, has only a status; the library then makes up a name and a message. */
function reasonOf({ name = "", message = "" }: S3Fault, status: number): string {
  if (/^Unknown/.test(name) && status !== 0) return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  return `${name}${status ? ` (${status})` : ""}${message ? `, ${message}` : ""}`;
}

function unreachable(details: { message: string; where: string; cause: unknown }) {
  return sitegenError("DEPLOY_UNREACHABLE", details);
}

/** True if a conditional write failed because of its condition. */
export function isConditionFailed(raw: unknown): boolean {
  const { name, $metadata } = (raw ?? {}) as S3Fault;
  return name === "PreconditionFailed" || name === "ConditionalRequestConflict" || $metadata?.httpStatusCode === 412;
}

export function isNotFound(raw: unknown): boolean {
  const { name, $metadata } = (raw ?? {}) as S3Fault;
  return name === "NoSuchKey" || name === "NotFound" || ($metadata?.httpStatusCode === 404 && name !== "NoSuchBucket");
}
