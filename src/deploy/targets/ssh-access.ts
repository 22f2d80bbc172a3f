import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectConfig, ServerHostKeyAlgorithm } from "ssh2";
import { sitegenError } from "../../problems/errors.ts";
import type { TargetAddress } from "../parse-target.ts";
import { type HostKeyCheck, keyFingerprint, keyType, parseKnownHosts } from "./known-hosts.ts";

export type SshAddress = Pick<TargetAddress & { kind: "sftp" }, "user" | "host" | "port">;

const KEYS = ["id_ed25519", "id_ecdsa", "id_rsa"];

/** RSA keys have three signature algorithms, while known_hosts names only the key type. */
const SIGNATURES: Record<string, string[]> = { "ssh-rsa": ["rsa-sha2-512", "rsa-sha2-256", "ssh-rsa"] };

export interface SshAccess {
  config: ConnectConfig;
  /** Why the server's key was refused, if it was. */
  refusal(): Error | null;
}

/**
 * How to log in: the key file of SITEGEN_SSH_KEY, a running agent, the usual key files, the password of
 * SITEGEN_SSH_PASSWORD. The server must be in known_hosts (or SITEGEN_SSH_KNOWN_HOSTS).
 */
export async function sshAccess(
  address: SshAddress,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SshAccess> {
  const { user, host, port } = address;
  const home = env.HOME ?? homedir();
  const files = env.SITEGEN_SSH_KNOWN_HOSTS
    ? [env.SITEGEN_SSH_KNOWN_HOSTS]
    : [join(home, ".ssh/known_hosts"), "/etc/ssh/ssh_known_hosts"];
  const known = parseKnownHosts(await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => ""))));
  const types = known.types(host, port).flatMap((type) => SIGNATURES[type] ?? [type]) as ServerHostKeyAlgorithm[];
  let refusal: Error | null = null;
  const privateKey = await readKey(env, home);
  return {
    refusal: () => refusal,
    config: {
      host,
      port,
      username: user,
      readyTimeout: 20_000,
      keepaliveInterval: 15_000,
      ...(types.length > 0 && { algorithms: { serverHostKey: types } }),
      ...(env.SSH_AUTH_SOCK && !env.SITEGEN_SSH_KEY && { agent: env.SSH_AUTH_SOCK }),
      ...(privateKey && { privateKey }),
      ...(env.SITEGEN_SSH_PASSPHRASE && { passphrase: env.SITEGEN_SSH_PASSPHRASE }),
      ...(env.SITEGEN_SSH_PASSWORD && { password: env.SITEGEN_SSH_PASSWORD }),
      hostVerifier: (key: Buffer) => {
        const check = known.check(host, port, key);
        if (check !== "known") refusal = hostKeyError(address, key, check);
        return check === "known";
      },
    },
  };
}

async function readKey(env: Readonly<Record<string, string | undefined>>, home: string): Promise<Buffer | null> {
  const named = env.SITEGEN_SSH_KEY;
  if (named) {
    return readFile(named).catch((cause: Error) => {
      throw sitegenError("DEPLOY_REFUSED", {
        message: `The key file that SITEGEN_SSH_KEY names cannot be read: ${cause.message}.`,
        where: named,
        cause,
      });
    });
  }
  for (const name of KEYS) {
    const key = await readFile(join(home, ".ssh", name)).catch(() => null);
    // A key with a passphrase is left to the agent unless the passphrase is given.
    if (key && (env.SITEGEN_SSH_PASSPHRASE || !isEncrypted(key))) return key;
  }
  return null;
}

function isEncrypted(key: Buffer): boolean {
  const text = key.toString("latin1");
  if (text.includes("ENCRYPTED")) return true;
  const body = /-----BEGIN OPENSSH PRIVATE KEY-----([\s\S]*?)-----END/.exec(text)?.[1];
  // The cipher's name follows the 15 bytes of the magic string and a length.
  return body !== undefined && !Buffer.from(body, "base64").subarray(19, 23).equals(Buffer.from("none"));
}

function hostKeyError({ host, port }: SshAddress, key: Buffer, check: Exclude<HostKeyCheck, "known">): Error {
  const scan = `ssh-keyscan ${port === 22 ? "" : `-p ${port} `}${host}`;
  const what = `${keyType(key)} key ${keyFingerprint(key)}`;
  const where = `${host}:${port}`;
  if (check === "unknown") {
    return sitegenError("DEPLOY_HOST_KEY", {
      message: `${host} is not in known_hosts. It showed the ${what}.`,
      where,
      hint: `Verify the key with the host's owner, then add it: ${scan} >> ~/.ssh/known_hosts`,
    });
  }
  const why = check === "revoked" ? "which is revoked in known_hosts" : "but known_hosts contains another one";
  return sitegenError("DEPLOY_HOST_KEY", {
    message: `${host} showed the ${what}, ${why}. Someone may be intercepting the connection.`,
    where,
    hint: "Ask the host's owner whether the key has changed before you replace it in known_hosts.",
  });
}
