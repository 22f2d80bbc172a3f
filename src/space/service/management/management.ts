/**
 * The part of the management API that a set-up needs: the space itself, components, stories, datasources. What is created
 * becomes files of the space folder, and is served before the answer is sent.
 */
import type { RateLimiter } from "../rate-limit.ts";
import { notFound, rateLimited, type ServiceResponse, unauthorized } from "../service-response.ts";
import type { SpaceState } from "../state.ts";
import { componentsEndpoint } from "./components.ts";
import { datasourceEntriesEndpoint, datasourcesEndpoint } from "./datasources.ts";
import type { EndpointCall } from "./endpoint.ts";
import { openManagementFolder } from "./folder.ts";
import { spaceEndpoint } from "./space.ts";
import { storiesEndpoint } from "./stories.ts";

export interface ManagementCall {
  method: string;
  /** The path after `v1/`. */
  path: string;
  query: URLSearchParams;
  /** What the request authorizes itself with. */
  token: string;
  /** The parsed body; null for a request without one. */
  body: unknown;
}

export type Management = (call: ManagementCall) => Promise<ServiceResponse>;

type Endpoint = (call: EndpointCall) => Promise<ServiceResponse>;

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  "": spaceEndpoint,
  components: componentsEndpoint("components"),
  component_groups: componentsEndpoint("component_groups"),
  stories: storiesEndpoint,
  datasources: datasourcesEndpoint,
  datasource_entries: datasourceEntriesEndpoint,
};

export function createManagement(options: {
  state: () => SpaceState;
  /** The space folder; null for a space in memory. */
  dir: string | null;
  /** Reads the folder again and serves it. */
  refresh: () => Promise<void>;
  /** Null for no limit. */
  rateLimiter: RateLimiter | null;
}): Management {
  const folder = options.dir === null ? null : openManagementFolder(options.dir, options.refresh);
  let turn: Promise<unknown> = Promise.resolve();
  const answer = async ({ path, token, ...call }: ManagementCall): Promise<ServiceResponse> => {
    const state = options.state();
    const { id, managementToken } = state.info;
    if (managementToken === undefined || token !== managementToken) return unauthorized();
    const limit = options.rateLimiter?.exceeded(call.query) ?? null;
    if (limit !== null) return rateLimited(limit);
    const [, space, name = "", rest = ""] = /^spaces\/(\d+)(?:\/(\w+)(?:\/([\w/]+?))?)?\/?$/.exec(path) ?? [];
    const endpoint = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined;
    if (Number(space) !== id || !endpoint) return notFound();
    return endpoint({ ...call, rest, state, folder });
  };
  // One at a time: what is created changes the files that the next call reads.
  return (call) => {
    const mine = turn.then(() => answer(call));
    turn = mine.catch(() => undefined);
    return mine;
  };
}
