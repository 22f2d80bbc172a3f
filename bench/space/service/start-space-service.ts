/** The embedded content service for tests and benches, with edits by code and simulated faults. */
import { type Exchange, sendResponse } from "../../../src/space/service/server.ts";
import {
  type SpaceServiceOptions as Options,
  type SpaceService as ServedSpace,
  startSpaceService as start,
} from "../../../src/space/start-space-service.ts";
import { createEditing, type SpaceEditing } from "./editing.ts";
import { answerFaulty, type Fault } from "./faults.ts";

export interface SpaceServiceOptions extends Options {
  /** Print no notices. */
  quiet?: boolean;
}

interface LogEntry {
  method: string;
  path: string;
  /** Without the token. */
  query: Record<string, string>;
  /** 0 until a response is sent, or if the connection was closed. */
  status: number;
}

export interface SpaceService extends ServedSpace, SpaceEditing {
  /** Simulated faults, used in this order. */
  faults: Fault[];
  /** All requests so far. */
  log: LogEntry[];
}

export async function startSpaceService({ quiet, ...options }: SpaceServiceOptions): Promise<SpaceService> {
  const faults: Fault[] = [];
  const log: LogEntry[] = [];
  const intercept = async (exchange: Exchange) => {
    const { request, response, url, answer } = exchange;
    const { token: _, ...query } = Object.fromEntries(url.searchParams);
    const entry = { method: request.method ?? "GET", path: url.pathname, query, status: 0 };
    log.push(entry);
    entry.status = (await answerFaulty(faults, exchange)) ?? sendResponse(request, response, await answer());
  };
  const service = await start({ ...(quiet && { notify: () => {} }), ...options, intercept });
  return { ...service, faults, log, ...createEditing({ ...service, now: options.now ?? Date.now }) };
}
