/** `sitegen serve --https`: a certificate of the user's local authority, which nothing trusts by itself. */
import type { X509Certificate } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { connect, createServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certifyHost, openLocalAuthority } from "../../src/serve/https/local-authority.ts";
import { offerTrust, type TrustCommand, trustCommand } from "../../src/serve/https/trust.ts";
import { type EditorServer, startEditor } from "../e2e/fake-editor.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { writeSampleConfig } from "../helpers/sample-definition.ts";
import { type Command, command } from "./command.ts";

const PAGE = "<!doctype html><html><head><title>Served</title></head><body>On https</body></html>";

const folder = temporaryFolder();
const authorityFolder = join(folder.dir, "data/sitegen/authority");
const file = join(authorityFolder, "authority.pem");
let editor: EditorServer;
let running: Command;
let origin = "";

const env = (): Record<string, string> => ({ XDG_DATA_HOME: join(folder.dir, "data"), HOME: folder.dir });

beforeAll(async () => {
  mkdirSync(join(folder.dir, "out"));
  writeFileSync(join(folder.dir, "out/index.html"), PAGE);
  editor = await startEditor();
  const preview = { editorOrigins: [editor.origin] };
  const config = writeSampleConfig(folder.dir, { preview });
  running = command(["serve", "--https", "--port", "0", "--config", config], { cwd: folder.dir, env: env() });
  [, origin = ""] = await running.line(/^(https:\/\/127\.0\.0\.1:\d+)\/\n/);
});
afterAll(async () => {
  await running?.interrupt();
  await editor?.close();
  folder.remove();
});

function fetchWith(options: { ca?: string; host?: string }): Promise<string> {
  const { port } = new URL(origin);
  const { ca, host = "127.0.0.1" } = options;
  // The name is checked; the connection goes to this machine whatever it is.
  const lookup = { servername: /^[\d.]+$/.test(host) ? "" : host };
  return new Promise((done, fail) => {
    const url = `https://${host === "127.0.0.1" ? host : "127.0.0.1"}:${port}/`;
    get(url, { ...(ca !== undefined && { ca }), ...lookup, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => done(text));
    }).on("error", fail);
  });
}

test("a client that knows the authority is served, by address and by name; any other refuses", async () => {
  const ca = readFileSync(file, "utf8");
  expect(await fetchWith({ ca })).toBe(PAGE);
  expect(await fetchWith({ ca, host: "localhost" })).toBe(PAGE);
  await expect(fetchWith({})).rejects.toThrow(/unable to verify|self-signed|unable to get/);
  await expect(fetchWith({ ca, host: "www.example.com" })).rejects.toThrow(/altnames|does not match/);
});

test("the certificate names this machine for a month", async () => {
  const ca = readFileSync(file, "utf8");
  const { port } = new URL(origin);
  const certificate = await new Promise<X509Certificate | undefined>((done, fail) => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", ca }, () => {
      done(socket.getPeerX509Certificate());
      socket.end();
    }).on("error", fail);
  });
  expect(certificate?.subjectAltName).toBe(
    "DNS:localhost, DNS:*.localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
  );
  expect((Date.parse(certificate?.validTo ?? "") - Date.now()) / 86_400_000).toBeLessThan(31);
});

test("the authority cannot certify other sites", async () => {
  const authority = await openLocalAuthority(authorityFolder);
  const verified = async (host: string) => {
    const { key, certificate: cert } = await certifyHost(authority, host);
    const server = createServer({ key, cert });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const options = { port, host: "127.0.0.1", ca: authority.certificate, checkServerIdentity: () => undefined };
    const answer = await new Promise<string>((done) => {
      const socket = connect(options, () => done("accepted"));
      socket.on("error", (error) => done(error.message));
      socket.on("secureConnect", () => socket.end());
    });
    await new Promise((done) => server.close(done));
    return answer;
  };
  for (const host of ["www.example.com", "8.8.8.8"])
    expect(await verified(host)).toContain("permitted subtree violation");
  for (const host of ["192.168.1.20", "my-machine.local"]) expect(await verified(host)).toBe("accepted");
});

test("without a terminal nothing is trusted; how is said; the keys are the user's alone", async () => {
  expect(running.stderr()).toContain("Browsers trust this address once they are told of its authority: certutil");
  expect(running.stderr()).not.toContain("PRIVATE KEY");
  expect(readdirSync(folder.dir).sort()).toEqual(expect.not.arrayContaining([".pki"]));
  expect(readdirSync(authorityFolder).sort()).toEqual(["authority.key", "authority.pem"]);
  const mode = (path: string) => statSync(path).mode & 0o777;
  expect([mode(authorityFolder), mode(join(authorityFolder, "authority.key"))]).toEqual([0o700, 0o600]);
});

test("the editor frames it", async () => {
  const browser = await launchBrowser();
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(editor.origin);
  await page.locator("iframe").evaluate((frame: HTMLIFrameElement, src) => {
    frame.src = src;
  }, `${origin}/`);
  await page.frameLocator("iframe").getByText("On https").waitFor();
  await browser.close();
});

describe("the authority", () => {
  test("is made once, also by two commands at a time, and again when it is damaged and removed", async () => {
    const own = join(folder.dir, "own/authority");
    const made = await Promise.all([openLocalAuthority(own), openLocalAuthority(own)]);
    expect(made[0].certificate).toBe(made[1].certificate);
    expect((await openLocalAuthority(own)).key).toBe(made[0].key);
    expect(readdirSync(join(folder.dir, "own"))).toEqual(["authority"]);
    writeFileSync(join(own, "authority.pem"), "nonsense");
    const damaged = { code: "HTTPS_AUTHORITY", hint: expect.stringContaining(own) };
    await expect(openLocalAuthority(own)).rejects.toMatchObject(damaged);
    rmSync(own, { recursive: true });
    expect((await openLocalAuthority(own)).certificate).not.toBe(made[0].certificate);
  });

  test("is refused when others can read its key", async () => {
    const own = join(folder.dir, "open/authority");
    await openLocalAuthority(own);
    chmodSync(join(own, "authority.key"), 0o644);
    await expect(openLocalAuthority(own)).rejects.toMatchObject({ code: "HTTPS_AUTHORITY" });
  });
});

describe("trust", () => {
  const place = (name: string) => {
    const own = join(folder.dir, `trust-${name}`);
    mkdirSync(own);
    return { folder: own, file: join(own, "authority.pem") };
  };
  const offer = async (authority: { folder: string; file: string }, answer: boolean | null, works = true) => {
    const said: string[] = [];
    const ran: TrustCommand[] = [];
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer === true;
    };
    await offerTrust({
      authority,
      platform: "linux",
      home: "/home/somebody",
      ask: answer === null ? null : ask,
      say: (line) => said.push(line),
      async run(one) {
        if (!works) throw new Error("certutil is not installed");
        ran.push(one);
      },
    });
    return { said: said.join("\n"), ran: ran.map(({ program }) => program), asked: asked.length };
  };

  test("is asked for once, and given by a yes alone", async () => {
    const yes = place("yes");
    expect(await offer(yes, true)).toEqual({ said: expect.stringContaining("trusted"), ran: ["certutil"], asked: 1 });
    expect(await offer(yes, true)).toEqual({ said: "", ran: [], asked: 0 });
    const no = place("no");
    expect(await offer(no, false)).toMatchObject({ said: expect.stringContaining("certutil -d"), ran: [], asked: 1 });
    expect(await offer(no, true)).toMatchObject({ said: expect.stringContaining("certutil -d"), ran: [], asked: 0 });
    const nobody = place("nobody");
    expect(await offer(nobody, null)).toMatchObject({
      said: expect.stringContaining("certutil -d"),
      ran: [],
      asked: 0,
    });
  });

  test("that fails is said with what to do, and asked for again", async () => {
    const own = place("fails");
    expect((await offer(own, true, false)).said).toMatch(/certutil is not installed\n.*certutil -d/);
    expect((await offer(own, true)).ran).toEqual(["certutil"]);
  });

  test.each([
    ["darwin", "security", "/Users/a b/Library/Keychains/login.keychain-db"],
    ["win32", "certutil", "-user"],
    ["linux", "certutil", "sql:/Users/a b/.pki/nssdb"],
  ])("on %s it is the user's own store", (platform, program, argument) => {
    const found = trustCommand("/x/authority.pem", { platform, home: "/Users/a b" });
    expect(found).toEqual({ program, args: expect.arrayContaining([argument, "/x/authority.pem"]) });
  });
});
