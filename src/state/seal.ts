/**
 * What state is left at a target as: compressed, with a name that is a hash of its content, and, with a key, encrypted
 * so that nobody without the key can read it, change it or put one part in the place of another.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants } from "node:zlib";
import { sitegenError } from "../problems/errors.ts";
import { PART_BYTES } from "./state-list.ts";

export type Seal = ReturnType<typeof openSeal>;

/** `key`: it was not sealed with this key. */
export type Opened = { is: "content"; content: Buffer } | { is: "damaged" } | { is: "key" };

/** The environment variable with the key. */
export const KEY_VARIABLE = "SITEGEN_STATE_KEY";
const KEY_CHARACTERS = 32;

const compress = promisify(brotliCompress);
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Bytes that are decompressed at a time: a part, and one more, after which zlib knows that it is the end. */
const PIECE = PART_BYTES + 1;

/** The first byte of what is sealed. */
const PLAIN = 0;
const ENCRYPTED = 1;
/** Bytes of what comes before the encrypted text: which key, nonce and tag of AES-GCM. */
const LENGTHS = { id: 8, nonce: 12, tag: 16 };

/** Throws STATE_KEY if the key is short enough to guess. `key` "" is none. */
export function openSeal(key: string) {
  if (key !== "" && key.length < KEY_CHARACTERS)
    throw sitegenError("STATE_KEY", { message: `${KEY_VARIABLE} has fewer than ${KEY_CHARACTERS} characters.` });
  const secrets = key === "" ? null : Buffer.from(hkdfSync("sha256", key, "", "sitegen state", 64));
  const [cipherKey, nameKey] = [secrets?.subarray(0, 32), secrets?.subarray(32) ?? ""];
  const id = hmac(nameKey, Buffer.from("key")).subarray(0, LENGTHS.id);
  return {
    /** True with a key. */
    hides: secrets !== null,
    nameOf: (content: Uint8Array) => hmac(nameKey, content).toString("hex", 0, 16),
    async close(content: Uint8Array, name: string): Promise<Buffer> {
      const packed = await compress(content, QUALITY);
      if (!cipherKey) return Buffer.concat([Buffer.of(PLAIN), packed]);
      const nonce = randomBytes(LENGTHS.nonce);
      const cipher = createCipheriv("aes-256-gcm", cipherKey, nonce).setAAD(Buffer.from(name));
      const text = Buffer.concat([cipher.update(packed), cipher.final()]);
      return Buffer.concat([Buffer.of(ENCRYPTED), id, nonce, cipher.getAuthTag(), text]);
    },
    /** The content, of at most so many bytes. Parts are small, so that zlib's own threads would cost more than they save. */
    open(sealed: Uint8Array, name: string, limit: number): Opened {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const isEncrypted = bytes[0] === ENCRYPTED;
      if (isEncrypted !== (cipherKey !== undefined))
        return { is: bytes[0] === PLAIN || isEncrypted ? "key" : "damaged" };
      try {
        const packed = cipherKey ? decrypt(bytes, { cipherKey, id, name }) : bytes.subarray(1);
        if (packed === null) return { is: "key" };
        const options = { maxOutputLength: Math.max(1, limit), chunkSize: PIECE };
        return { is: "content", content: brotliDecompressSync(packed, options) };
      } catch {
        return { is: "damaged" };
      }
    },
  };
}

/** Null if it was sealed with another key. Throws if it was changed. */
function decrypt(
  bytes: Buffer,
  { cipherKey, id, name }: { cipherKey: Buffer; id: Buffer; name: string },
): Buffer | null {
  let at = 1;
  const next = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  if (!next(LENGTHS.id).equals(id)) return null;
  const nonce = next(LENGTHS.nonce);
  const tag = next(LENGTHS.tag);
  const options = { authTagLength: LENGTHS.tag };
  const cipher = createDecipheriv("aes-256-gcm", cipherKey, nonce, options).setAAD(Buffer.from(name)).setAuthTag(tag);
  return Buffer.concat([cipher.update(bytes.subarray(at)), cipher.final()]);
}

function hmac(key: Uint8Array | string, content: Uint8Array): Buffer {
  return createHmac("sha256", key).update(content).digest();
}
