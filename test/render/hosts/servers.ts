import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../helpers/free-port.ts";
import { programPath } from "../../helpers/test-programs.ts";

export interface RunningServer {
  origin: string;
  stop(): Promise<void>;
}

export async function startNginx(root: string, include: string): Promise<RunningServer> {
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
  const child = spawn(programPath("nginx"), ["-p", work, "-c", join(work, "nginx.conf")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  return running({ child, port, work });
}

export async function startApache(root: string): Promise<RunningServer> {
  const port = await freePort();
  const work = await workFolder();
  const modules = [
    "mpm_event",
    "authz_core",
    "dir",
    "mime",
    "rewrite",
    "headers",
    "autoindex",
    "negotiation",
    "filter",
    "deflate",
  ];
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
# As Debian does.
AddOutputFilterByType DEFLATE text/html text/css text/javascript
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
  const child = spawn(programPath("apache2"), args, { stdio: ["ignore", "ignore", "pipe"] });
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
