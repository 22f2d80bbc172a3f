/** What a publish was about, in an editor's words: for a command that reports each (`sitegen listen`). */

import type { Site } from "../content/map/site.ts";
import { storyName } from "../content/map/site.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import type { StoryChanges } from "../fetch/snapshot/compare-records.ts";
import type { ProblemReport } from "../incremental/problem-report.ts";
import type { Lang } from "../site/api/model.ts";
import { languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { inSpaceOf, type StoryRef, spaceOf, storyRef } from "../site/spaces.ts";
import { isEditorWord } from "../site/words.ts";
import type { MappedSpace } from "./map-space.ts";

/** What a build found. Plain data, without a limit on a site's size. */
export interface PublishFacts {
  /** The first of them; none for the first build of a space, in which all are new. */
  stories: (StoryRef & { name: string; slug: string })[];
  /** How many stories were published and removed. */
  published: number;
  removed: number;
  /** The stories in the first problems, by the name used there, for links to the editor. */
  problemStories: Record<string, StoryRef>;
  /** With their words for editors. */
  languages: { code: string; locale: string; words: Record<string, string> }[];
}

const MOST_STORIES = 20;

interface Input {
  pulled: Pick<PullResult, "changed" | "since" | "space">;
  stored: Pick<MappedSpace, "changed" | "since">;
  site: Site;
  definition: ResolvedSite;
  problemReport: ProblemReport;
}

export function publishFacts({ pulled, stored, site, definition, problemReport }: Input): PublishFacts {
  const { space, since } = pulled;
  // In the first build of a space all stories are new.
  const responses = since === null ? [] : changesIn({ pulled, stored });
  const languageNamed = (lang: string) => languageOf(definition.languages, lang);
  // Stories of two spaces may have the same uuid.
  const keyOf = (lang: string, uuid: string) => `${spaceOf(languageNamed(lang))} ${uuid}`;
  const published = new Map<string, { lang: string; uuid: string }>();
  for (const [lang, differing] of responses)
    for (const uuid of differing.published) {
      const key = keyOf(lang, uuid);
      // By its name in the first language in which it has changed.
      if (!published.has(key)) published.set(key, { lang, uuid });
    }
  const removed = new Set(responses.flatMap(([lang, differing]) => differing.removed.map((uuid) => keyOf(lang, uuid))));
  const globalOf = (uuid: string, lang: string) =>
    inSpaceOf(definition, lang)
      .languages.flatMap(({ code }) => space.global[code] ?? [])
      .find((one) => one.uuid === uuid);
  const stories = [...published.values()].slice(0, MOST_STORIES).flatMap(({ lang, uuid }) => {
    const story = space.story(lang, uuid) ?? globalOf(uuid, lang);
    if (!story) return [];
    const { id, name, full_slug, default_full_slug } = story;
    return [{ ...storyRef(id, languageNamed(lang)), name, slug: default_full_slug ?? full_slug }];
  });
  return {
    stories,
    published: published.size,
    removed: removed.size,
    problemStories: storiesIn(problemReport, { site, definition }),
    languages: definition.languages.map(({ code, locale }) => ({
      code,
      locale,
      words: editorWords(definition, code),
    })),
  };
}

/** What is published and removed in each response: also what a pull before had read, in which another space failed. */
function changesIn({ pulled: { changed, space }, stored }: Pick<Input, "pulled" | "stored">): [Lang, StoryChanges][] {
  return Object.entries(changed).map(([lang, { published, removed }]) => {
    const all = [...published, ...removed, ...(stored.since === "" ? [] : (stored.changed.stories[lang] ?? []))];
    // The global story, which has no page, is among the published ones alone.
    const isThere = new Set(published);
    const isGone = (uuid: string) => !isThere.has(uuid) && space.hash(lang, uuid) === undefined;
    const uuids = [...new Set(all)];
    return [lang, { published: uuids.filter((one) => !isGone(one)), removed: uuids.filter(isGone) }];
  });
}

function storiesIn(
  { groups }: ProblemReport,
  { site, definition }: Pick<Input, "site" | "definition">,
): Record<string, StoryRef> {
  const wanted = new Set(groups.flatMap(({ first }) => first.map(({ story }) => story)));
  if (wanted.size === 0) return {};
  const entries = Object.values(site.entries).flatMap((ofLanguage) => [...ofLanguage.values()]);
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const name = storyName(entry);
      return wanted.has(name) ? [[name, storyRef(entry.id, languageOf(definition.languages, entry.lang))]] : [];
    }),
  );
}

/** Both parts of a build in two, as one. */
export function bothFacts(first: PublishFacts | null, second: PublishFacts | null): PublishFacts | null {
  if (!first || !second) return first ?? second;
  const stories = new Map([...first.stories, ...second.stories].map((story) => [`${story.space} ${story.id}`, story]));
  return {
    ...second,
    stories: [...stories.values()].slice(0, MOST_STORIES),
    published: first.published + second.published,
    removed: first.removed + second.removed,
    problemStories: { ...first.problemStories, ...second.problemStories },
  };
}

/** The site's own words for editors, or else its default language's; English ones are used for the others. */
function editorWords({ ownWords, languages }: ResolvedSite, code: string): Record<string, string> {
  const words = Object.entries({ ...ownWords[languages[0].code], ...ownWords[code] });
  return Object.fromEntries(words.filter(([name]) => isEditorWord(name)));
}
