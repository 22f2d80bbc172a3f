// Targets for bench/deploy.mjs in a separate process: an S3-compatible server and, if installed, OpenSSH's. Prints
// their addresses as one line of JSON and exits when its input ends.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";

const dir = mkdtempSync(join(tmpdir(), "sitegen-bench-targets-"));
const s3 = new S3rver({
  port: 0,
  address: "127.0.0.1",
  silent: true,
  directory: join(dir, "s3"),
  configureBuckets: [{ name: "site", configs: [] }],
});
const { port } = await s3.run();
const ssh = existsSync("/usr/sbin/sshd") ? await startSsh() : null;
process.stdout.write(
  `${JSON.stringify({
    s3: {
      target: "s3://site/www",
      env: {
        AWS_ACCESS_KEY_ID: "S3RVER",
        AWS_SECRET_ACCESS_KEY: "S3RVER",
        AWS_REGION: "us-east-1",
        AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      },
    },
    ...(ssh && { sftp: ssh.target }),
  })}\n`,
);
const end = async () => {
  ssh?.child.kill();
  await s3.close();
  rmSync(dir, { recursive: true, force: true });
  process.exit();
};
process.stdin.resume().on("end", end);
process.on("SIGTERM", end);

async function startSsh() {
  for (const name of ["host", "user"]) {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(dir, name)]);
  }
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  writeFileSync(join(dir, "authorized_keys"), readFileSync(join(dir, "user.pub")));
  const sshPort = await freePort();
  const hostKey = readFileSync(join(dir, "host.pub"), "utf8").split(" ").slice(0, 2).join(" ");
  writeFileSync(join(dir, "known_hosts"), `[127.0.0.1]:${sshPort} ${hostKey}\n`);
  writeFileSync(
    join(dir, "sshd_config"),
    `ListenAddress 127.0.0.1:${sshPort}
HostKey ${dir}/host
AuthorizedKeysFile ${dir}/authorized_keys
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
Subsystem sftp internal-sftp
`,
  );
  const child = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", join(dir, "sshd_config")], { stdio: "ignore" });
  await new Promise((done) => setTimeout(done, 500));
  return {
    child,
    target: {
      target: `sftp://${userInfo().username}@127.0.0.1:${sshPort}${join(dir, "www")}`,
      env: { SITEGEN_SSH_KEY: join(dir, "user"), SITEGEN_SSH_KNOWN_HOSTS: join(dir, "known_hosts") },
    },
  };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
