import type { Client, SFTPWrapper } from "ssh2";
import { SitegenError, sitegenError } from "../../problems/errors.ts";
import { TransientError } from "../retry.ts";
import { loadLibrary } from "./load-library.ts";
import { type SshAccess, type SshAddress, sshAccess } from "./ssh-access.ts";

export type SftpSession = Awaited<ReturnType<typeof openSftpSession>>;

interface Connection {
  client: Client;
  sftp: SFTPWrapper;
  /** Rejects when the connection breaks, for callers waiting for a response. */
  broken: Promise<never>;
}

/** An SFTP connection that reconnects after it broke. */
export async function openSftpSession(address: SshAddress, env: Readonly<Record<string, string | undefined>>) {
  const { default: ssh2 } = await loadLibrary("ssh2", "1", () => import("ssh2"));
  let current: Promise<Connection> | null = null;
  let client: Client | null = null;
  const connection = async (): Promise<Connection> => {
    const access = await sshAccess(address, env);
    const opened = new ssh2.Client();
    client = opened;
    return connect(opened, access, address, () => {
      if (client === opened) current = null;
    });
  };
  const open = (): Promise<Connection> => {
    const opening = current ?? connection();
    current = opening;
    opening.catch(() => {
      if (current === opening) current = null;
    });
    return opening;
  };
  return {
    /** Runs an action on an open connection. */
    async use<T>(action: (sftp: SFTPWrapper) => Promise<T>): Promise<T> {
      const { sftp, broken } = await open();
      return Promise.race([action(sftp), broken]);
    },
    /** Closes the connection, so that pending actions fail. The next action reconnects. */
    drop: () => client?.destroy(),
    close: () => {
      current?.then(({ client }) => client.end()).catch(() => undefined);
    },
  };
}

function connect(client: Client, access: SshAccess, address: SshAddress, onEnd: () => void): Promise<Connection> {
  const where = `${address.user}@${address.host}:${address.port}`;
  return new Promise((resolve, reject) => {
    let breakOff: (error: unknown) => void = () => undefined;
    const broken = new Promise<never>((_resolve, rejectAll) => {
      breakOff = rejectAll;
    });
    broken.catch(() => undefined);
    const fail = (raw: Error & { level?: string }) => {
      onEnd();
      const error = access.refusal() ?? connectError(raw, where);
      reject(error);
      breakOff(error);
    };
    client.on("error", fail);
    client.on("close", () => fail(new Error("The connection was closed.")));
    client.on("ready", () => {
      client.sftp((error, sftp) => {
        if (error) {
          fail(Object.assign(error, { level: "subsystem" }));
          client.end();
          return;
        }
        // A server can end the channel and keep the connection: further requests would never be answered.
        sftp.on("end", () => client.destroy());
        resolve({ client, sftp, broken });
      });
    });
    try {
      client.connect(access.config);
    } catch (raw) {
      fail(raw as Error); // a key that cannot be read
    }
  });
}

function connectError(raw: Error & { level?: string }, where: string): unknown {
  if (raw instanceof SitegenError) return raw;
  const details = { where, cause: raw };
  if (raw.level === "client-authentication" || /authentication methods|no.*private key|passphrase/i.test(raw.message)) {
    return sitegenError("DEPLOY_REFUSED", {
      ...details,
      message: `${where} refused the login: ${raw.message}.`,
      hint: "Set SITEGEN_SSH_KEY to a key file that the server knows, or start an agent that holds the key.",
    });
  }
  if (raw.level === "subsystem") {
    return sitegenError("DEPLOY_REFUSED", { ...details, message: `${where} does not offer SFTP: ${raw.message}.` });
  }
  return new TransientError(
    sitegenError("DEPLOY_UNREACHABLE", { ...details, message: `${where} cannot be reached: ${raw.message}` }),
  );
}
