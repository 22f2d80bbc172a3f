import type { LanguageSlug, RawStory } from "../model.ts";

/**
 * The derived language-slug list (specification §3): an entry for each translated slug, German prefixed de/,
 * and one for English with default_full_slug. Without the service's slug app translated_slugs is null or empty
 * and default_full_slug null; then the German slug is the story's own one.
 */
export function languageSlugs(
  story: Pick<RawStory, "translated_slugs" | "default_full_slug" | "full_slug">,
): LanguageSlug[] {
  const english = story.default_full_slug ?? story.full_slug;
  const german = story.translated_slugs.filter((entry) => entry.lang === "de");
  const slugs: LanguageSlug[] = german.map((entry) => ({ language: "de", slug: `de/${entry.path}` }));
  if (german.length === 0) slugs.push({ language: "de", slug: `de/${english}` });
  return [...slugs, { language: "en", slug: english }];
}
