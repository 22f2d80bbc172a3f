import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodePath } from "../../../src/redirects/normalize.ts";
import { apacheFiles } from "../../../src/render/hosts/apache.ts";
import { nginxFiles } from "../../../src/render/hosts/nginx.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { checkAnswers, checkHeaders, hostInput, hostileInput, writeSite } from "./fixture.ts";
import { startApache, startNginx } from "./servers.ts";

describe.each(["/", "/süd/"])("with the base %s", (base) => {
  test("nginx answers as the contract says", async () => {
    const [file = { path: "", text: "" }] = nginxFiles(hostInput(base)).files;
    const root = await writeSite(file, base);
    const server = await startNginx(root, join(root, base, file.path));
    try {
      await checkAnswers(server.origin, base);
      await checkHeaders(server.origin, base);
    } finally {
      await server.stop();
      await rm(root, { recursive: true });
    }
  });

  test("Apache answers as the contract says", async () => {
    const [file = { path: "", text: "" }] = apacheFiles(hostInput(base)).files;
    const root = await writeSite(file, base);
    const server = await startApache(root);
    try {
      await checkAnswers(server.origin, base);
      await checkAnswers(server.origin, base, { tls: true });
      await checkHeaders(server.origin, base);
    } finally {
      await server.stop();
      await rm(root, { recursive: true });
    }
  });
});

describe("rules full of characters that mean something to the server", () => {
  test("do not break nginx's file", async () => {
    const [file = { path: "", text: "" }] = nginxFiles(hostileInput()).files;
    const root = await writeSite(file);
    const server = await startNginx(root, join(root, file.path));
    try {
      await checkHeaders(server.origin);
      await followHostile(server.origin);
    } finally {
      await server.stop();
      await rm(root, { recursive: true });
    }
  });

  test("do not break Apache's file", async () => {
    const [file = { path: "", text: "" }] = apacheFiles(hostileInput()).files;
    const root = await writeSite(file);
    const server = await startApache(root);
    try {
      await checkHeaders(server.origin);
      await followHostile(server.origin);
    } finally {
      await server.stop();
      await rm(root, { recursive: true });
    }
  });
});

/** Every concrete rule without a condition redirects to its target. */
async function followHostile(origin: string): Promise<void> {
  const plain = (text: string) => decodeURI(text.replaceAll("%24", "$").replace(/%3F$/, "?"));
  const rules = hostileInput().redirects.filter((rule) => !rule.isPattern && rule.query.length === 0);
  expect(rules.length).toBeGreaterThan(IS_EXHAUSTIVE ? 50 : 10);
  for (const rule of rules) {
    const response = await fetch(origin + encodePath(rule.from), { redirect: "manual" });
    const location = response.headers.get("location") ?? "";
    const got = [rule.from, response.status, plain(location.replace(origin, ""))];
    expect(got).toEqual([rule.from, 301, plain(rule.to)]);
  }
}
