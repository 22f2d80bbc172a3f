import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface RunningServer {
  origin: string;
  stop(): Promise<void>;
}

const PROGRAMS = { nginx: "/usr/sbin/nginx", apache2: "/usr/sbin/apache2" };
const PACKAGES = { nginx: "nginx-light", apache2: "apache2" };
type Program = keyof typeof PROGRAMS;

/**
 * The program's path, installed by apt where the test runs as root. Without it a test is skipped on a developer's
 * machine, but in CI it fails: an untested host file is no better than none.
 */
export function findServer(program: Program): string | null {
  const path = PROGRAMS[program];
  if (existsSync(path)) return path;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${PACKAGES[program]}`;
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
    spawnSync("sh", ["-c", command], { stdio: "ignore", env, timeout: 240_000 });
  }
  if (existsSync(path)) return path;
  if (process.env.CI) throw new Error(`${program} is not installed; these tests need it in CI.`);
  console.warn(`${program} is not installed: its host file is not tested here.`);
  return null;
}

export async function startNginx(program: string, root: string, include: string): Promise<RunningServer> {
  const port = await freePort();
  const work = await workFolder();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${work}/${name};`,
  );
  const text = `daemon off;
worker_processes 1;
pid ${work}/nginx.pid;
error_log stderr;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${temporary.join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    root ${root};
    include ${include};
  }
}
`;
  await writeFile(join(work, "nginx.conf"), text);
  const child = spawn(program, ["-p", work, "-c", join(work, "nginx.conf")], { stdio: ["ignore", "ignore", "pipe"] });
  return running({ child, port, work });
}

export async function startApache(program: string, root: string): Promise<RunningServer> {
  const port = await freePort();
  const work = await workFolder();
  const modules = ["mpm_event", "authz_core", "dir", "mime", "rewrite", "headers", "autoindex", "negotiation"];
  const loads = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
  const text = `ServerRoot ${work}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${work}/apache.pid
ErrorLog ${work}/error.log
# Shown when a test fails.
LogLevel warn
DefaultRuntimeDir ${work}
${process.getuid?.() === 0 ? "User www-data\nGroup www-data" : ""}
${loads.join("\n")}
TypesConfig /etc/mime.types
DocumentRoot ${root}
<Directory />
  Require all denied
</Directory>
<Directory ${root}>
  Options FollowSymLinks Indexes
  AllowOverride All
  Require all granted
</Directory>
`;
  await writeFile(join(work, "apache.conf"), text);
  const args = ["-d", work, "-f", join(work, "apache.conf"), "-DFOREGROUND"];
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  return running({ child, port, work });
}

async function running(options: { child: ChildProcess; port: number; work: string }): Promise<RunningServer> {
  const { child, port, work } = options;
  const origin = `http://127.0.0.1:${port}`;
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(child.pid, "SIGTERM");
    await ended;
    await rm(work, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) break;
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      return { origin, stop };
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await stop();
  throw new Error(`The server does not answer: ${complaint}`);
}

async function workFolder(): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), "sitegen-server-"));
  await chmod(work, 0o755);
  await mkdir(join(work, "logs"));
  return work;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
