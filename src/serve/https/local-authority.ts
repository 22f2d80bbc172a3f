/** The authority of this user: made at its first use, in a folder that only its owner can read. */
import { generateKeyPair, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { homedir, hostname, networkInterfaces, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import forge from "node-forge";
import { sitegenError } from "../../problems/errors.ts";

export interface LocalAuthority extends Certified {
  /** The certificate that browsers may be told to trust. */
  file: string;
  folder: string;
}

const KEY = "authority.key";
const CERTIFICATE = "authority.pem";

/** Of the user, whatever folder a site is in: a browser is asked to trust it once. */
export function authorityFolder(env: Readonly<Record<string, string | undefined>>): string {
  const data = env.XDG_DATA_HOME || env.LOCALAPPDATA || join(env.HOME || homedir(), ".local/share");
  return join(data, "sitegen", "authority");
}

export async function openLocalAuthority(folder: string): Promise<LocalAuthority> {
  const authority = (await readAuthority(folder)) ?? (await writeAuthority(folder));
  return { ...authority, folder, file: join(folder, CERTIFICATE) };
}

/** A certificate for this machine's own names and the address that is listened on. */
export function certifyHost(authority: Certified, host: string): Promise<Certified> {
  const everywhere = host === "0.0.0.0" || host === "::";
  const outside = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const addresses = everywhere ? outside.map((address) => address.replace(/%.*$/, "")) : [host];
  return certify(authority, [...new Set(["localhost", "*.localhost", "127.0.0.1", "::1", ...addresses])]);
}

/** Null if there is none, or it ends soon. */
async function readAuthority(folder: string): Promise<Certified | null> {
  const key = join(folder, KEY);
  const found = await stat(key).catch(() => null);
  if (!found) return null;
  // Windows has no such modes.
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
    throw unusable(`${key} can be read by others, who could pretend to be any site on this machine.`, folder);
  }
  try {
    const read = (name: string) => readFile(join(folder, name), "utf8");
    const [privateKey, certificate] = await Promise.all([read(KEY), read(CERTIFICATE)]);
    const authority = { key: privateKey, certificate };
    if (isUsable(authority, Date.now())) return authority;
  } catch (cause) {
    throw unusable(`The local authority in ${folder} is damaged.`, folder, cause);
  }
  await rm(folder, { recursive: true });
  return null;
}

/** Appears whole: of two commands that make one at a time, the first one's counts. */
async function writeAuthority(folder: string): Promise<Certified> {
  let made = "";
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    made = await mkdtemp(`${folder}-`);
    const authority = await createAuthority(`${userInfo().username}@${hostname()}`.slice(0, 60));
    await writeFile(join(made, KEY), authority.key, { mode: 0o600 });
    await writeFile(join(made, CERTIFICATE), authority.certificate, { mode: 0o644 });
    const isFirst = await rename(made, folder).then(
      () => true,
      () => false,
    );
    const other = isFirst ? null : await readAuthority(folder);
    if (!isFirst && !other) throw new Error(`${folder} cannot be replaced.`);
    return other ?? authority;
  } catch (cause) {
    throw unusable(`No local authority can be stored in ${folder}.`, folder, cause);
  } finally {
    if (made !== "") await rm(made, { recursive: true, force: true });
  }
}

function unusable(message: string, folder: string, cause?: unknown) {
  const hint = `Remove ${folder} and run again: a new one is made, which browsers have to be told of again.`;
  return sitegenError("HTTPS_AUTHORITY", { message, hint, cause });
}

/** Texts in PEM. */
interface Certified {
  key: string;
  certificate: string;
}

const DAY = 86_400_000;
/** The authority's; a browser that trusts it does so for that long. */
const AUTHORITY_DAYS = 3650;
/** A certificate is made at each start and never stored. */
const SERVER_DAYS = 30;

/** What an authority may name: this machine and private networks, so that nobody else's site can be pretended with it. */
const NAMES = ["localhost", "local", "test", "internal", "home.arpa", "lan"];
/** Address and mask, as the standard writes them. */
const NETWORKS = [
  "7f000000ff000000", // 127.0.0.0/8
  "0a000000ff000000", // 10.0.0.0/8
  "ac100000fff00000", // 172.16.0.0/12
  "c0a80000ffff0000", // 192.168.0.0/16
  "a9fe0000ffff0000", // 169.254.0.0/16
  `${"0".repeat(31)}1${"f".repeat(32)}`, // ::1
  `fc${"0".repeat(30)}fe${"0".repeat(30)}`, // fc00::/7
  `fe80${"0".repeat(28)}ffc0${"0".repeat(28)}`, // fe80::/10
];

async function createAuthority(commonName: string): Promise<Certified> {
  const keys = await newKeys();
  const certificate = certificateOf({ commonName, issuer: null, days: AUTHORITY_DAYS, publicKey: keys.publicKey });
  certificate.setExtensions([
    { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
    { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    { name: "subjectKeyIdentifier" },
    { id: "2.5.29.30", critical: true, value: nameConstraints() },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(keys.privateKey), forge.md.sha256.create());
  return { key: keys.privateKey, certificate: forge.pki.certificateToPem(certificate) };
}

/** A certificate for these names and addresses; the chain in it ends before the authority. */
async function certify(authority: Certified, hosts: readonly string[]): Promise<Certified> {
  const keys = await newKeys();
  const issuer = forge.pki.certificateFromPem(authority.certificate);
  const { publicKey } = keys;
  const certificate = certificateOf({ commonName: "sitegen serve", issuer, days: SERVER_DAYS, publicKey });
  certificate.setExtensions([
    { name: "basicConstraints", cA: false, critical: true },
    { name: "keyUsage", digitalSignature: true, keyEncipherment: true, critical: true },
    { name: "extKeyUsage", serverAuth: true },
    {
      name: "subjectAltName",
      altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
    },
    { name: "authorityKeyIdentifier", keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(authority.key), forge.md.sha256.create());
  return { key: keys.privateKey, certificate: forge.pki.certificateToPem(certificate) };
}

/** True if the key is the certificate's and the certificate is valid for another month. */
function isUsable({ key, certificate }: Certified, now: number): boolean {
  const { publicKey, validity } = forge.pki.certificateFromPem(certificate);
  const { n } = forge.pki.privateKeyFromPem(key);
  const isOwn = "n" in publicKey && publicKey.n.equals(n);
  return isOwn && validity.notAfter.getTime() > now + SERVER_DAYS * DAY;
}

/** Node makes keys in another thread, and faster. */
function newKeys(): Promise<{ publicKey: string; privateKey: string }> {
  return promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
}

function certificateOf(options: {
  commonName: string;
  /** Null for one that certifies itself. */
  issuer: forge.pki.Certificate | null;
  days: number;
  publicKey: string;
}): forge.pki.Certificate {
  const { commonName, issuer, days, publicKey } = options;
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // Positive, as the standard wants it.
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  // Clocks may differ by a day.
  certificate.validity.notBefore = new Date(Date.now() - DAY);
  certificate.validity.notAfter = new Date(Date.now() + days * DAY);
  // Chromium refuses an "@" in the usual kind of string. The library's types expect another enumeration.
  const valueTagClass = Number(forge.asn1.Type.UTF8);
  const subject = [
    { name: "organizationName", value: "sitegen local authority", valueTagClass },
    { name: "commonName", value: commonName, valueTagClass },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(issuer ? issuer.subject.attributes : subject);
  return certificate;
}

function nameConstraints(): forge.asn1.Asn1 {
  const { asn1 } = forge;
  const { Class, Type } = asn1;
  const subtree = (tag: number, bytes: string) =>
    asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, [asn1.create(Class.CONTEXT_SPECIFIC, tag, false, bytes)]);
  const permitted = [
    ...NAMES.map((name) => subtree(2, name)),
    ...NETWORKS.map((network) => subtree(7, forge.util.hexToBytes(network))),
  ];
  const trees = asn1.create(Class.CONTEXT_SPECIFIC, 0, true, permitted);
  return asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, [trees]);
}
