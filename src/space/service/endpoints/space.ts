/** GET cdn/spaces/me: the version, and the languages except the default. */
import { jsonResponse, type ServiceResponse } from "../service-response.ts";
import type { ApiRequest } from "./request.ts";

export function spaceEndpoint({ state }: ApiRequest): ServiceResponse {
  const { id, name, domain = "", languages } = state.info;
  return jsonResponse({ space: { id, name, domain, version: state.cv, language_codes: languages } });
}
