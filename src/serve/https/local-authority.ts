/** The authority of this user: made at its first use, in a folder that only its owner can read. */
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir, hostname, networkInterfaces, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { sitegenError } from "../../problems/errors.ts";
import { type Certified, certify, createAuthority, isUsable } from "./certificates.ts";

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
