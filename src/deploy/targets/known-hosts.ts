import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** A known_hosts line with a host's own key (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). */
interface KnownHost {
  names: string;
  type: string;
  key: Buffer;
  revoked: boolean;
}

export type HostKeyCheck = "known" | "unknown" | "changed" | "revoked";

export function parseKnownHosts(texts: readonly string[]) {
  const lines = texts.flatMap((text) => text.split(/\r?\n/)).flatMap(parseLine);
  const of = (host: string, port: number) => lines.filter(({ names }) => fits(names, nameOf(host, port)));
  return {
    /** Key types known for a host; they are preferred in the handshake. */
    types: (host: string, port: number) => [...new Set(of(host, port).map(({ type }) => type))],
    check(host: string, port: number, key: Buffer): HostKeyCheck {
      const found = of(host, port);
      const same = found.filter((line) => line.key.equals(key));
      if (same.some(({ revoked }) => revoked)) return "revoked";
      if (same.length > 0) return "known";
      return found.some(({ revoked }) => !revoked) ? "changed" : "unknown";
    },
  };
}

function parseLine(line: string): KnownHost[] {
  const fields = line.trim().split(/\s+/);
  if (line.trim() === "" || line.trim().startsWith("#")) return [];
  const marker = fields[0]?.startsWith("@") ? fields.shift() : "";
  if (marker === "@cert-authority") return [];
  const [names = "", type = "", key = ""] = fields;
  return key === "" ? [] : [{ names, type, key: Buffer.from(key, "base64"), revoked: marker === "@revoked" }];
}

function nameOf(host: string, port: number): string {
  return port === 22 ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
}

function fits(names: string, name: string): boolean {
  if (names.startsWith("|1|")) return fitsHash(names, name);
  let isFound = false;
  for (const pattern of names.split(",")) {
    const isNot = pattern.startsWith("!");
    if (!wildcard(isNot ? pattern.slice(1) : pattern).test(name)) continue;
    if (isNot) return false;
    isFound = true;
  }
  return isFound;
}

function fitsHash(names: string, name: string): boolean {
  const [, , salt = "", hash = ""] = names.split("|");
  const expected = Buffer.from(hash, "base64");
  const got = createHmac("sha1", Buffer.from(salt, "base64")).update(name).digest();
  return expected.length === got.length && timingSafeEqual(expected, got);
}

function wildcard(pattern: string): RegExp {
  const text = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${text}$`, "i");
}

/** As printed by ssh: `SHA256:` and base64 without padding. */
export function keyFingerprint(key: Buffer): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

/** Name of a key's type, the first string of its binary form. */
export function keyType(key: Buffer): string {
  return key.subarray(4, 4 + key.readUInt32BE(0)).toString("latin1");
}
