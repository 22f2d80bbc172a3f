/** Everything that answers a site's forms, each on loopback: `serve`'s endpoint and the templates that `init` writes. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { FormDefinition, FormMessage } from "../../src/exports/forms.ts";
import { createFormEndpoint } from "../../src/serve/form-endpoint.ts";
import { listen } from "../../src/serve/listen.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export interface Endpoint {
  origin: string;
  /** What was delivered, oldest first. */
  delivered: Omit<FormMessage, "received">[];
  /** From now on nothing can be delivered. */
  break(): void;
  close(): Promise<void>;
}

interface Place {
  form: FormDefinition;
  /** Folder with the site's pages. */
  out: string;
}

type Start = (place: Place) => Promise<Endpoint>;

async function serve({ form, out }: Place): Promise<Endpoint> {
  const delivered: Endpoint["delivered"] = [];
  let isBroken = false;
  const endpoint = createFormEndpoint({
    forms: [form],
    out,
    base: "/",
    headers: {},
    store: {
      file: "",
      async keep({ form, page, values }) {
        if (isBroken) throw new Error("the disk is full");
        delivered.push({ form, page, values });
      },
    },
    onMessage: () => undefined,
    onFailure: () => undefined,
  });
  const server = await listen({
    host: "127.0.0.1",
    port: 0,
    onFailure: () => undefined,
    async handler(request, response) {
      if (!(await endpoint(request, response))) response.writeHead(404).end();
    },
  });
  const { origin, close } = server;
  return {
    origin,
    delivered,
    close,
    break() {
      isBroken = true;
    },
  };
}

/** Takes what templates deliver. */
async function startWebhook() {
  const delivered: Endpoint["delivered"] = [];
  let isBroken = false;
  const server = createServer(async (request, response) => {
    const { form, page, values, text } = JSON.parse((await bodyOf(request)).toString());
    if (isBroken || !text.startsWith(form)) return response.writeHead(500).end();
    delivered.push({ form, page, values });
    return response.end();
  });
  return {
    url: await originOf(server),
    delivered,
    break() {
      isBroken = true;
    },
    close: () => closed(server),
  };
}

/** A template as a site has it: beside its form, with the package installed. */
async function bundled(template: string, { form, platform }: { form: FormDefinition; platform: "node" | "browser" }) {
  const { dir, remove } = temporaryFolder();
  const [, written = ""] = Object.entries(PATHS).find(([name]) => name === template) ?? [];
  const files = {
    [written]: readFileSync(join(ROOT, "templates/forms", template), "utf8"),
    "forms/contact.ts": `export const contact = ${JSON.stringify(form)};`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  const outfile = join(dir, "bundled.mjs");
  await build({
    entryPoints: [join(dir, written)],
    outfile,
    bundle: true,
    platform,
    format: "esm",
    alias: { "sitegen-storyblok/forms": join(ROOT, "src/exports/forms.ts") },
  });
  return { dir, outfile, remove };
}

const PATHS = {
  "netlify.ts": "netlify/functions/forms.ts",
  "cloudflare.ts": "functions/forms/[name].ts",
  "node.mjs": "forms-server.mjs",
};

type Web = (request: Request) => Promise<Response>;

/** A host that serves the site's files and has a function for `/forms/`. */
async function startHost(out: string, call: Web): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    if (!url.pathname.startsWith("/forms/")) {
      try {
        const path = decodeURIComponent(url.pathname);
        return response.end(readFileSync(join(out, path.endsWith("/") ? `${path}index.html` : path)));
      } catch {
        return response.writeHead(404).end();
      }
    }
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const hasBody = request.method !== "GET";
    const body = hasBody ? new Uint8Array(await bodyOf(request)) : null;
    const answer = await call(new Request(url, { method: request.method ?? "GET", headers, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    return response.end(new Uint8Array(await answer.arrayBuffer()));
  });
  return { origin: await originOf(server), close: () => closed(server) };
}

async function netlify({ form, out }: Place): Promise<Endpoint> {
  const hook = await startWebhook();
  process.env.FORM_WEBHOOK = hook.url;
  const { outfile, remove } = await bundled("netlify.ts", { form, platform: "node" });
  const { default: handler, config } = await import(pathToFileURL(outfile).href);
  if (config.path !== "/forms/*") throw new Error(`The function answers ${config.path}.`);
  const host = await startHost(out, (request) => handler(request, { ip: visitorOf(request) }));
  return {
    ...hook,
    origin: host.origin,
    close: async () => void (await Promise.all([host.close(), hook.close(), remove()])),
  };
}

async function cloudflare({ form, out }: Place): Promise<Endpoint> {
  const hook = await startWebhook();
  // Workers have none of Node's modules: the bundler would not find one.
  const { outfile, remove } = await bundled("cloudflare.ts", { form, platform: "browser" });
  const { onRequestPost } = await import(pathToFileURL(outfile).href);
  const env = { FORM_WEBHOOK: hook.url, ASSETS: { fetch: (url: URL) => fetch(url) } };
  const host = await startHost(out, async (request) => {
    if (request.method !== "POST") return new Response("", { status: 404 });
    request.headers.set("cf-connecting-ip", visitorOf(request));
    return onRequestPost({ request, env });
  });
  return {
    ...hook,
    origin: host.origin,
    close: async () => void (await Promise.all([host.close(), hook.close(), remove()])),
  };
}

async function node({ form, out }: Place): Promise<Endpoint> {
  const hook = await startWebhook();
  const { dir, outfile, remove } = await bundled("node.mjs", { form, platform: "node" });
  const env = { ...process.env, FORM_WEBHOOK: hook.url, OUT: out, PORT: "0" };
  const child: ChildProcess = spawn(process.execPath, [outfile], {
    cwd: dir,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const origin = await new Promise<string>((found, fail) => {
    child.once("exit", (code) => fail(new Error(`The server ended with ${code}.`)));
    child.stdout?.once("data", (text) => found(/http:\S+/.exec(String(text))?.[0] ?? ""));
  });
  const close = async () => {
    child.removeAllListeners("exit");
    const ended = new Promise((done) => child.once("exit", done));
    child.kill();
    await Promise.all([ended, hook.close()]);
    remove();
  };
  return { ...hook, origin, close };
}

/** As the host sees it; a proxy on this machine says it to the others by the same header. */
function visitorOf(request: Request): string {
  return request.headers.get("x-forwarded-for") ?? "";
}

/** By name: how each starts. */
export const ENDPOINTS: Readonly<Record<string, Start>> = { serve, netlify, cloudflare, node };

async function originOf(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
