/** What every endpoint is handed. */
import type { ResolveLimits } from "../resolve.ts";
import type { SpaceState } from "../state.ts";
import type { StoryAnswers, View } from "../story-answer.ts";

export interface ApiRequest {
  /** The path behind cdn/stories/ and the like; "" for a list. */
  rest: string;
  query: URLSearchParams;
  state: SpaceState;
  draft: boolean;
  answers: StoryAnswers;
  limits: ResolveLimits;
}

export function viewOf({ query, state, draft }: ApiRequest): View {
  const lang = languageIn(query.get("language"), state) ?? "default";
  return { state, lang, fallback: languageIn(query.get("fallback_lang"), state), draft };
}

/** Codes are taken with a hyphen too; an unknown language is the default one. */
function languageIn(code: string | null, state: SpaceState): string | null {
  const wanted = code?.replace("-", "_").toLowerCase();
  return state.info.languages.find((lang) => lang.toLowerCase() === wanted) ?? null;
}
