import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "vitest";
import { apacheFiles } from "../../../src/render/hosts/apache.ts";
import { nginxFiles } from "../../../src/render/hosts/nginx.ts";
import { checkAnswers, checkHeaders, hostInput, writeSite } from "./fixture.ts";
import { findServer, startApache, startNginx } from "./servers.ts";

const nginx = findServer("nginx");
const apache = findServer("apache2");

describe.each(["/", "/sub/"])("with the base %s", (base) => {
  test.skipIf(nginx === null)("nginx answers as the contract says", async () => {
    const [file = { path: "", text: "" }] = nginxFiles(hostInput(base)).files;
    const root = await writeSite(file, base);
    const server = await startNginx(nginx ?? "", root, join(root, base, file.path));
    try {
      await checkAnswers(server.origin, base);
      await checkHeaders(server.origin, base);
    } finally {
      await server.stop();
      await rm(root, { recursive: true });
    }
  });

  test.skipIf(apache === null)("Apache answers as the contract says", async () => {
    const [file = { path: "", text: "" }] = apacheFiles(hostInput(base)).files;
    const root = await writeSite(file, base);
    const server = await startApache(apache ?? "", root);
    try {
      await checkAnswers(server.origin, base);
      await checkHeaders(server.origin, base);
    } finally {
      await server.stop();
      await rm(root, { recursive: true });
    }
  });
});
