import type { DraftAccess } from "../../content/preview/preview-index.ts";
import { fetchJson } from "../page/fetch-json.ts";

export interface DraftResponse {
  story: unknown;
  /** Stories that its relations and links refer to. */
  given: unknown;
}

/** The last saved draft, if the owner published a token for drafts (configuration `preview.publicDraftToken`). */
export async function fetchDraft(
  access: DraftAccess,
  ask: { id: number; language: string; relations: readonly string[] },
) {
  const query = new URLSearchParams({
    version: "draft",
    token: access.token,
    resolve_links: "url",
    resolve_relations: ask.relations.join(","),
    cv: String(Date.now()),
    ...(ask.language !== "" && { language: ask.language }),
  });
  const answer = await fetchJson(`${access.endpoint}/cdn/stories/${ask.id}?${query}`, { cache: "no-store" });
  const { story, rels, links } = answer as { story?: unknown; rels?: unknown; links?: unknown };
  return { story, given: [rels, links] } satisfies DraftResponse;
}
