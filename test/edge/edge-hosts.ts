/** The functions that `sitegen init --drafts` writes, each as its host runs it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { Miniflare, type Request as WorkerRequest, Response as WorkerResponse } from "miniflare";
import { DRAFT_FILES, type DraftHost } from "../../src/init/ci-files.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export type Env = Record<string, string>;

export interface EdgeFunction {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Starts the function of a host beside a site at this origin. */
export async function startEdge(host: DraftHost, { env, site }: { env: Env; site: string }): Promise<EdgeFunction> {
  const { dir, remove } = temporaryFolder();
  const { path, template } = DRAFT_FILES[host];
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, readFileSync(join(ROOT, "templates", template)));
  const outfile = join(dir, "bundled.mjs");
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    // None of Node's modules: the bundler would not find one.
    platform: "browser",
    ...(host === "netlify" || host === "lambda" ? { format: "iife", globalName: "bundle" } : { format: "esm" }),
    alias: { "sitegen-storyblok/drafts": join(ROOT, "src/exports/drafts.ts") },
  });
  const started = await STARTS[host](outfile, { env, site });
  return {
    ...started,
    async close() {
      await started.close();
      remove();
    },
  };
}

type Start = (file: string, place: { env: Env; site: string }) => Promise<EdgeFunction>;

/** In Cloudflare's own runtime. */
const workerd =
  (script: (bundled: string) => string): Start =>
  async (file, { env, site }) => {
    const worker = new Miniflare({
      modules: [
        { type: "ESModule", path: "index.mjs", contents: script("./bundled.mjs") },
        { type: "ESModule", path: "bundled.mjs", contents: readFileSync(file, "utf8") },
      ],
      compatibilityDate: "2025-01-01",
      bindings: env,
      serviceBindings: {
        async ASSETS(request: WorkerRequest) {
          const { pathname, search } = new URL(request.url);
          const found = await fetch(site + pathname + search);
          return new WorkerResponse(await found.text(), { status: found.status });
        },
      },
    });
    await worker.ready;
    return {
      async answer(request) {
        const answer = await worker.dispatchFetch(request.url, {
          method: request.method,
          headers: Object.fromEntries(request.headers),
        });
        return new Response(await answer.arrayBuffer(), {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
        });
      },
      close: () => worker.dispose(),
    };
  };

/** Nothing but the web platform and an environment. */
function inContext(file: string, env: Env) {
  const { Request, Response, Headers, fetch, URL, URLSearchParams, TextEncoder, TextDecoder, AbortSignal } = globalThis;
  const web = { Request, Response, Headers, fetch, URL, URLSearchParams, TextEncoder, TextDecoder, AbortSignal };
  const context = createContext({ ...web, crypto, atob, btoa, console, process: { env } });
  return runInContext(`${readFileSync(file, "utf8")}; bundle`, context);
}

const STARTS: Record<DraftHost, Start> = {
  worker: workerd((bundled) => `export { default } from "${bundled}";`),
  cloudflare: workerd(
    (bundled) => `import { onRequest } from "${bundled}";
export default { fetch: (request, env) => onRequest({ request, env }) };`,
  ),
  async netlify(file, { env }) {
    const { default: answer, config } = inContext(file, env);
    if (config.path.join() !== "/api/drafts,/api/drafts/*") throw new Error(`It answers ${config.path}.`);
    return { answer, close: async () => undefined };
  },
  async lambda(file, { env, site }) {
    const { handler } = inContext(file, { ...env, SITEGEN_SITE_ORIGINS: site });
    return {
      async answer(request) {
        const { pathname, search } = new URL(request.url);
        const { statusCode, headers, body } = await handler({
          rawPath: pathname,
          rawQueryString: search.slice(1),
          // CloudFront sends its own host name.
          headers: { ...Object.fromEntries(request.headers), host: "function.lambda-url.example" },
          requestContext: { domainName: "function.lambda-url.example", http: { method: request.method } },
        });
        return new Response(statusCode === 304 ? null : body, { status: statusCode, headers });
      },
      close: async () => undefined,
    };
  },
};
