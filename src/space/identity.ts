/** Ids derived from names, so that the same folder gives the same responses on every machine. */
import { createHash } from "node:crypto";

/** A name-based uuid, similar to RFC 9562 version 5. */
export function uuidFrom(name: string): string {
  const hash = createHash("sha1").update(`sitegen-space:${name}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString("hex", 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** 47 bits like the service's newer ids, so that 20,000 stories do not collide. */
export function idFrom(name: string): number {
  const hash = createHash("sha1").update(`sitegen-id:${name}`).digest();
  return (hash.readUIntBE(0, 6) % 2 ** 47) + 1;
}

export function storyUuid(slugPath: string): string {
  return uuidFrom(`story:${slugPath}`);
}

export function sha1(data: string | Uint8Array): string {
  return createHash("sha1").update(data).digest("hex");
}
