import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPull } from "../../src/fetch/pull-space.ts";
import type { PullOptions, PullResult } from "../../src/fetch/pull-types.ts";
import { plan } from "../helpers/definition.ts";
import { QUICK } from "./helpers.ts";

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is a string. */
  body: unknown;
}

export interface Script {
  /** Stories in the responses, the same in every language; may be invalid. */
  stories?: unknown[];
  /** Overrides the response if it returns one. */
  reply?: (path: string, query: URLSearchParams, origin: string) => Reply | undefined;
  spaceId?: number;
  /** Also the cv of every response; default 100, undefined for none. */
  version?: number | undefined;
}

export interface ScriptedService {
  endpoint: string;
  origin: string;
  token: string;
  /** Responses can be changed between pulls. */
  script: Script;
  asked: string[];
  /** The response without `reply`. */
  usual(path: string, query: URLSearchParams): Reply;
  stateDir: string;
  pull(options?: Partial<PullOptions>): Promise<PullResult>;
  close(): Promise<void>;
}

/** A content service with arbitrary responses, valid or not. */
export async function startScripted(script: Script): Promise<ScriptedService> {
  const token = "scripted-secret-token";
  const asked: string[] = [];
  const state = { script };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    const path = url.pathname.replace("/v2/cdn/", "");
    asked.push(`${path}?${url.searchParams}`);
    const {
      status = 200,
      headers = {},
      body,
    } = state.script.reply?.(path, url.searchParams, origin) ?? usual(path, url.searchParams, state.script);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stateDir = mkdtempSync(join(tmpdir(), "sitegen-scripted-"));
  const opened: PullResult[] = [];
  return {
    endpoint: `${origin}/v2`,
    origin,
    token,
    asked,
    usual: (path, query) => usual(path, query, state.script),
    stateDir,
    get script() {
      return state.script;
    },
    set script(next) {
      state.script = next;
    },
    async pull(changes = {}) {
      const opening = await openPull({
        endpoint: `${origin}/v2`,
        token,
        stateDir,
        ...QUICK,
        ...changes,
      });
      const result = await opening.pull(changes.plan ?? plan);
      opened.push(result);
      return result;
    },
    async close() {
      for (const { space } of opened) space.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

function usual(path: string, query: URLSearchParams, { stories = [], spaceId = 7, ...script }: Script): Reply {
  const version = "version" in script ? script.version : 100;
  const cv = version;
  if (path === "spaces/me") return { body: { space: { id: spaceId, name: "Scripted", version } } };
  if (path === "datasource_entries") return { body: { datasource_entries: [], cv } };
  if (path === "stories/global/") return { body: { story: story("global"), cv } };
  const whole = [story("global"), ...stories];
  const valid = whole.filter((one) => typeof one === "object" && one !== null) as Record<string, unknown>[];
  if (path === "links") {
    return { body: { links: Object.fromEntries(valid.map(({ uuid, full_slug: slug }) => [uuid, { uuid, slug }])) } };
  }
  if (path !== "stories") return { status: 404, body: ["This record could not be found"] };
  const wanted = query.get("by_uuids")?.split(",");
  const all = wanted ? valid.filter(({ uuid }) => wanted.includes(String(uuid))) : whole;
  const perPage = Number(query.get("per_page"));
  const from = (Number(query.get("page") ?? 1) - 1) * perPage;
  return { headers: { total: String(all.length) }, body: { stories: all.slice(from, from + perPage), cv } };
}

/** A published story with only the required fields. */
export function story(slug: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const id = [...slug].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1_000_003, 7);
  const content = { component: slug === "global" ? "Global" : "Page", _uid: `block-${slug}` };
  return {
    id,
    uuid: `uuid-${slug}`,
    name: slug,
    full_slug: slug,
    content,
    published_at: "2026-01-01T00:00:00.000Z",
    ...changes,
  };
}
