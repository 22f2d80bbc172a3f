/** What the endpoints of the management API share. */
import { jsonResponse, type ServiceResponse } from "../service-response.ts";
import type { SpaceState } from "../state.ts";
import type { ManagementFolder } from "./folder.ts";

export interface EndpointCall {
  method: string;
  /** What follows the endpoint's name in the path: "", or `12`, or `12/publish`. */
  rest: string;
  query: URLSearchParams;
  body: unknown;
  state: SpaceState;
  /** Null for a space in memory, which nothing can be created in. */
  folder: ManagementFolder | null;
}

/** The service's answer to values it does not take: a list of faults by key. */
export function refused(faults: Readonly<Record<string, string>>): ServiceResponse {
  return jsonResponse(Object.fromEntries(Object.entries(faults).map(([key, fault]) => [key, [fault]])), {
    status: 422,
  });
}

/** For what this service does not do: another method, or a space in memory. */
export function notAllowedHere(): ServiceResponse {
  return jsonResponse({ error: "Not available in the embedded service" }, { status: 405 });
}
