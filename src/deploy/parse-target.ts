import { resolve } from "node:path";
import { isWithin, realPath } from "../files/real-path.ts";
import { sitegenError } from "../problems/errors.ts";
import { isUrl } from "../util/is-url.ts";

export type TargetAddress =
  | { kind: "s3"; bucket: string; prefix: string; text: string }
  | { kind: "sftp"; user: string; host: string; port: number; path: string; text: string }
  | { kind: "folder"; path: string; text: string };

/**
 * Parses `s3://bucket/prefix`, `sftp://user@host:port/path` or a folder. A path below `sftp://host/~/` is relative to
 * the user's home.
 */
export function parseTarget(text: string, cwd: string): TargetAddress {
  if (text.trim() === "") throw badTarget(text, "it is empty");
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined && /^[a-z][\w+.-]+:/i.test(text)) {
    throw badTarget(text, 'an address needs "://" after its scheme, and a folder with a colon "./" before its name');
  }
  if (scheme === undefined) return { kind: "folder", path: resolve(cwd, text), text };
  const url = isUrl(text) ? new URL(text) : null;
  if (!url || url.hostname === "") throw badTarget(text, "it has no host or bucket");
  if (url.password !== "") throw badTarget(text, "it must not contain a password");
  const path = decode(url.pathname, text);
  if (scheme === "s3") {
    if (url.username !== "" || url.port !== "") throw badTarget(text, "it must look like s3://bucket/prefix");
    const prefix = path.replace(/^\/+|\/+$/g, "");
    return { kind: "s3", bucket: url.hostname, prefix: prefix === "" ? "" : `${prefix}/`, text };
  }
  if (scheme === "sftp") {
    if (url.username === "") throw badTarget(text, "the user is missing: sftp://user@host/path");
    const inHome = path === "" || path === "/~" ? "." : path.replace(/^\/~\//, "");
    const folder = inHome.length > 1 ? inHome.replace(/\/+$/, "") : inHome;
    const user = decode(url.username, text);
    return {
      kind: "sftp",
      user,
      host: url.hostname,
      port: url.port === "" ? 22 : Number(url.port),
      path: folder,
      text,
    };
  }
  throw badTarget(text, `"${scheme}://" is not known`);
}

/** Throws for a folder that is the output folder, or has it or is in it: the deploy would write into what it reads. */
export function assertNotOutput(address: TargetAddress, out: string): void {
  if (address.kind !== "folder") return;
  const [target, output] = [realPath(address.path), realPath(out)];
  if (target === output) throw badTarget(address.text, "it is the output folder itself");
  if (isWithin(target, output)) throw badTarget(address.text, `it lies in the output folder ${out}`);
  if (isWithin(output, target)) throw badTarget(address.text, `it contains the output folder ${out}`);
}

function decode(part: string, text: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badTarget(text, "it contains an invalid escape");
  }
}

/**
 * A target as it may be shown: everything between the user's name and the host is left out, also in an address that is
 * mistyped.
 */
export function withoutPassword(text: string): string {
  return text.replace(/^((?:[a-z][a-z0-9+.-]*:\/+)?[^:@]*):.*@/is, "$1:…@");
}

function badTarget(text: string, why: string): Error {
  return sitegenError("DEPLOY_TARGET", {
    message: `${JSON.stringify(withoutPassword(text))} is not a target: ${why}.`,
  });
}
