import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveFiles } from "../../../src/render/hosts/serve.ts";
import { checkHeaders, hostInput, writeSite } from "./fixture.ts";

const SERVE = join(createRequire(import.meta.url).resolve("serve/package.json"), "../build/main.js");

/** `serve` may change the port it was given, so the address is read from what it prints. */
async function startServe(root: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const args = [SERVE, "-l", "tcp://127.0.0.1:0", "-L", "-n", root];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (address && !address.endsWith(":0")) resolve(address);
    });
    child.once("exit", () => reject(new Error(`serve ended: ${text}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  return { origin, stop };
}

test("serve answers with pages, redirects, stubs for what it cannot say, headers and 404", async () => {
  const [file = { path: "", text: "" }] = serveFiles(hostInput()).files;
  const root = await writeSite(file);
  const server = await startServe(root);
  try {
    const answers: [string, number, string | RegExp][] = [
      ["/", 200, "page /"],
      ["/team/?utm=1", 200, "page /team/"],
      ["/team", 200, "page /team/"],
      ["/old-team", 301, "/team/"],
      ["/old-team/", 301, "/team/"],
      ["/temporary/", 302, "/team/"],
      ["/hash/", 301, "/team/#people"],
      ["/all/", 301, "/insights/?cat=mlops#list"],
      ["/away/", 301, "https://other.example/x?y=1"],
      ["/colons/", 301, "/team/?at=:8080#:9"],
      ["/post/hello/", 301, "/insights/#hello"],
      ["/de/post/x", 301, "/de/wissen/?s=x"],
      // A condition needs the stub, and so does the plain rule beside it.
      ["/terms-and-condition/?lang=de", 200, /http-equiv="refresh"/],
      ["/%C3%BCber%20uns/", 200, /url=\/team\//],
      // Clean addresses would redirect to /old first.
      ["/old.html", 301, "/team/"],
      // It would encode the target's escapes once more.
      ["/ort/", 301, "https://xn--mnchen-3ya.example:8443/%C3%BC"],
      // A pattern that fits a page is left out, since redirects go first.
      ["/wiki/live/", 200, "page /wiki/live/"],
      ["/nowhere/", 404, "not found"],
      ["/_assets/", 404, "not found"],
    ];
    for (const [request, status, expected] of answers) {
      const response = await fetch(server.origin + request, { redirect: "manual" });
      const got = response.headers.get("location") ?? (await response.text());
      const wanted = typeof expected === "string" ? expected : expect.stringMatching(expected);
      expect([request, response.status, got]).toEqual([request, status, wanted]);
    }
    await checkHeaders(server.origin);
    const hidden = await fetch(`${server.origin}/.well-known/security.txt`);
    expect(hidden.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  } finally {
    await server.stop();
    await rm(root, { recursive: true });
  }
});

test("serve.json has no trailingSlash key and lists no folders", () => {
  const { files, problems } = serveFiles(hostInput());
  const config = JSON.parse(files[0]?.text ?? "");
  expect(Object.keys(config)).toEqual(["directoryListing", "cleanUrls", "redirects", "headers"]);
  expect(config.directoryListing).toBe(false);
  expect(problems.map(({ code }) => code)).toEqual([
    "HOST_RULE_LEFT_TO_STUB",
    "HOST_PATTERN_LEFT_OUT",
    "HOST_RULE_LEFT_TO_STUB",
    "HOST_PATTERN_LEFT_OUT",
    "HOST_PATTERN_LEFT_OUT",
    "HOST_PATTERN_LEFT_OUT",
    "HOST_QUERY_LOST",
    "HOST_ONE_404",
  ]);
});
