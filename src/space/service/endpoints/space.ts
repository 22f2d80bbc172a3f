/** GET cdn/spaces/me: the version, and the languages except the default. */
import { type Answer, jsonAnswer } from "../answer.ts";
import type { ApiRequest } from "./request.ts";

export function spaceEndpoint({ state }: ApiRequest): Answer {
  const { id, name, languages } = state.info;
  return jsonAnswer({ space: { id, name, domain: "", version: state.cv, language_codes: languages } });
}
