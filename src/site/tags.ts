import type { HeadTag } from "./definition.ts";
import type { ResolvedSite } from "./resolve-site.ts";

export interface EnvironmentTags {
  tags: readonly HeadTag[];
  /** Tags that wait for consent, by category. */
  gated: readonly { category: string; tags: readonly HeadTag[] }[];
}

/** Tags of a required category need no consent and are not gated. */
export function tagsOf(
  { head, consent }: Pick<ResolvedSite, "head" | "consent">,
  environment: string,
): EnvironmentTags {
  const here = head.filter(({ environments }) => environments?.includes(environment) ?? true);
  const optional = (consent?.categories ?? []).filter(({ required }) => !required).map(({ code }) => code);
  const waits = (tag: HeadTag) => tag.consent !== undefined && optional.includes(tag.consent);
  const groups = optional.map((category) => ({ category, tags: here.filter((tag) => tag.consent === category) }));
  return { tags: here.filter((tag) => !waits(tag)), gated: groups.filter(({ tags }) => tags.length > 0) };
}
