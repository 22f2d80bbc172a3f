import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "../helpers/free-port.ts";
import { programPath } from "../helpers/test-programs.ts";

export interface SshServer {
  /** `sftp://user@127.0.0.1:port` */
  origin: string;
  /** Environment of a user with access. */
  env: Record<string, string>;
  /** A key unknown to the server. */
  strangeKey: string;
  /** Closes all open connections after this many bytes to the server. */
  breakAfter(bytes: number, then?: () => void): void;
  /** Stops forwarding on all open connections after this many bytes to the server. */
  silentAfter(bytes: number, then: () => void): void;
  /** Runs an action after this many bytes to the server. */
  onBytes(bytes: number, action: () => void): void;
  connections: number;
  /** Milliseconds that what is sent needs to arrive. */
  lagMs: number;
  close(): Promise<void>;
}

/** OpenSSH's server, and the command that its `sftp` runs, on loopback with its own keys, behind a proxy that can close connections. */
export async function startSshServer({ sftp = "internal-sftp" } = {}): Promise<SshServer> {
  const dir = mkdtempSync(join(tmpdir(), "sitegen-ssh-"));
  const key = (name: string) => {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", join(dir, name)]);
    return readFileSync(join(dir, `${name}.pub`), "utf8").trim();
  };
  const hostKey = key("host");
  writeFileSync(join(dir, "authorized_keys"), `${key("user")}\n`);
  key("stranger");
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const port = await freePort();
  const config = `
ListenAddress 127.0.0.1:${port}
HostKey ${join(dir, "host")}
AuthorizedKeysFile ${join(dir, "authorized_keys")}
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
MaxStartups 100
Subsystem sftp ${sftp}
`;
  writeFileSync(join(dir, "sshd_config"), config);
  const child = spawn(programPath("sshd"), ["-D", "-e", "-f", join(dir, "sshd_config")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await answering(child, port);
  const proxy = breakingProxy(port);
  await new Promise<void>((done) => proxy.server.listen(0, "127.0.0.1", done));
  const address = proxy.server.address();
  const outer = typeof address === "object" && address ? address.port : 0;
  const known = join(dir, "known_hosts");
  writeFileSync(known, `[127.0.0.1]:${outer} ${hostKey.split(" ").slice(0, 2).join(" ")}\n`);
  return {
    origin: `sftp://${userInfo().username}@127.0.0.1:${outer}`,
    env: { SITEGEN_SSH_KEY: join(dir, "user"), SITEGEN_SSH_KNOWN_HOSTS: known, SSH_AUTH_SOCK: "", HOME: dir },
    strangeKey: join(dir, "stranger"),
    breakAfter: proxy.breakAfter,
    silentAfter: proxy.silentAfter,
    onBytes: proxy.onBytes,
    get connections() {
      return proxy.count();
    },
    set lagMs(ms: number) {
      proxy.lag = ms;
    },
    async close() {
      proxy.breakAfter(0);
      await new Promise((done) => proxy.server.close(done));
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function breakingProxy(port: number) {
  const open = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  let count = 0;
  let action = () => {};
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  const server: Server = createServer((socket) => {
    count += 1;
    const upstream = connect(port, "127.0.0.1");
    open.add(socket);
    socket.on("close", () => {
      open.delete(socket);
      upstream.destroy();
    });
    upstream.on("close", () => socket.destroy());
    socket.on("error", () => undefined);
    upstream.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left > 0) return proxy.lag > 0 ? setTimeout(() => upstream.write(chunk), proxy.lag) : upstream.write(chunk);
      left = Number.POSITIVE_INFINITY;
      return action();
    });
    upstream.pipe(socket);
  });
  const proxy = {
    server,
    lag: 0,
    count: () => count,
    silentAfter(bytes: number, then: () => void) {
      left = bytes;
      action = () => {
        for (const socket of open) socket.removeAllListeners("data").resume();
        then();
      };
    },
    onBytes(bytes: number, then: () => void) {
      left = bytes;
      action = then;
    },
    breakAfter(bytes: number, then: () => void = () => undefined) {
      left = bytes;
      action = () => {
        breakAll();
        then();
      };
      if (bytes === 0) breakAll();
    },
  };
  return proxy;
}

async function answering(child: ChildProcess, port: number): Promise<void> {
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt += 1) {
    const isOpen = await new Promise<boolean>((done) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        done(true);
      });
      socket.on("error", () => done(false));
    });
    if (isOpen) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`OpenSSH's server does not answer: ${complaint}`);
}
