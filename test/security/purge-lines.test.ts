/** The lines of docs/deploy.md that purge a cache, run as they stand there, with addresses that a shell would misread. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const CHANGED = ["/", "/it's/", "/o'clock/", "/a*/", "/$(touch%20x)/", "/$HOME/", "/&&/"];

const dir = mkdtempSync(join(tmpdir(), "sitegen-test-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** A program that writes its arguments, one JSON text a line, to a file of its name. */
function stub(name: string, stdout = ""): void {
  const script = `#!${process.execPath}
require("node:fs").appendFileSync(${JSON.stringify(join(dir, `${name}.calls`))}, JSON.stringify(process.argv.slice(2)) + "\\n");
process.stdout.write(${JSON.stringify(stdout)});`;
  writeFileSync(join(dir, name), script);
  chmodSync(join(dir, name), 0o755);
}

const calls = (name: string): string[][] =>
  readFileSync(join(dir, `${name}.calls`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("every address reaches the cache as it is", () => {
  const blocks = readFileSync(join(ROOT, "docs/deploy.md"), "utf8").matchAll(/```sh\n(.*?)```/gs);
  const lines = [...blocks].map(([, text = ""]) => text).find((text) => text.includes("purge_cache")) ?? "";
  stub("sitegen", `${CHANGED.join("\n")}\n`);
  stub("aws");
  stub("curl");
  const env = { PATH: `${dir}:/usr/bin:/bin`, HOME: dir, ID: "E1", ZONE: "z", CLOUDFLARE_TOKEN: "t" };
  const { status, stderr } = spawnSync("sh", ["-e", "-c", lines], { cwd: dir, env, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(calls("aws").map((args) => args.slice(args.indexOf("--paths") + 1))).toEqual([CHANGED]);
  const [sent = []] = calls("curl");
  expect(JSON.parse(sent.at(-1) ?? "").files).toEqual(CHANGED.map((path) => `https://www.example.com${path}`));
});
