// Generates the sample site and serves it on loopback with `sitegen serve`.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

export async function serveSample() {
  const work = mkdtempSync(join(tmpdir(), "sitegen-bench-"));
  const folders = ["--out", join(work, "out"), "--state", join(root, "node_modules/.cache/sitegen-bench")];
  const sitegen = (...args) =>
    spawn(process.execPath, [join(root, "bin/sitegen.mjs"), ...args, ...folders], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
  const code = await new Promise((resolve) => sitegen("generate", "--quiet").once("close", resolve));
  if (code !== 0) throw new Error(`generate ended with ${code}`);
  const server = sitegen("serve", "--port", "0");
  const url = await new Promise((resolve) => {
    let printed = "";
    server.stdout.on("data", (chunk) => {
      printed += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed);
      if (found) resolve(found[0]);
    });
  });
  return {
    url,
    close() {
      server.kill();
      rmSync(work, { recursive: true, force: true });
    },
  };
}
