/** What a publish was about, in an editor's words: for a command that reports each (`sitegen listen`). */
import type { Site } from "../content/site.ts";
import { storyName } from "../content/site-reader.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import type { ProblemReport } from "../incremental/problem-report.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { isConsoleWord } from "../site/words.ts";

/** A story that was published. */
export interface PublishedStory {
  id: number;
  name: string;
  slug: string;
}

/** A language of the site, with its words for the console. */
export interface SpokenLanguage {
  code: string;
  locale: string;
  words: Record<string, string>;
}

/** What a build found. Plain data, without a limit on a site's size. */
export interface PublishFacts {
  /** The first of them; none for the first build of a space, in which all are new. */
  stories: PublishedStory[];
  /** How many stories were published and removed. */
  published: number;
  removed: number;
  /** Ids of the stories in the first problems, by the name used there, for links to the editor. */
  storyIds: Record<string, number>;
  languages: SpokenLanguage[];
}

const MOST_STORIES = 20;

interface Input {
  pulled: Pick<PullResult, "changed" | "since" | "space">;
  site: Site;
  definition: ResolvedSite;
  problemReport: ProblemReport;
}

export function publishFacts({ pulled, site, definition, problemReport }: Input): PublishFacts {
  const { space, changed, since } = pulled;
  // In the first build of a space all stories are new.
  const responses = since === null ? [] : Object.entries(changed.stories);
  const published = new Map(responses.flatMap(([lang, differing]) => differing.published.map((uuid) => [uuid, lang])));
  const removed = new Set(responses.flatMap(([, differing]) => differing.removed));
  const globals = Object.values(space.global);
  const storyOf = (uuid: string, lang: string) =>
    space.story(lang, uuid) ?? globals.find((story) => story?.uuid === uuid) ?? [];
  const stories = [...published].slice(0, MOST_STORIES).flatMap(([uuid, lang]) => storyOf(uuid, lang));
  return {
    stories: stories.map(({ id, name, full_slug }) => ({ id, name, slug: full_slug })),
    published: published.size,
    removed: removed.size,
    storyIds: idsOf(problemReport, site),
    languages: definition.languages.map(({ code, locale }) => ({
      code,
      locale,
      words: consoleWords(definition, code),
    })),
  };
}

function idsOf({ groups }: ProblemReport, site: Site): Record<string, number> {
  const wanted = new Set(groups.flatMap(({ first }) => first.map(({ story }) => story)));
  if (wanted.size === 0) return {};
  const entries = Object.values(site.entries).flatMap((ofLanguage) => [...ofLanguage.values()]);
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const name = storyName(entry);
      return wanted.has(name) ? [[name, entry.id]] : [];
    }),
  );
}

/** Both parts of a build in two, as one. */
export function bothFacts(first: PublishFacts | null, second: PublishFacts | null): PublishFacts | null {
  if (!first || !second) return first ?? second;
  const stories = new Map([...first.stories, ...second.stories].map((story) => [story.id, story]));
  return {
    ...second,
    stories: [...stories.values()].slice(0, MOST_STORIES),
    published: first.published + second.published,
    removed: first.removed + second.removed,
    storyIds: { ...first.storyIds, ...second.storyIds },
  };
}

/** The site's own words for the console, or else its default language's; English ones are used for the others. */
function consoleWords({ ownWords, languages }: ResolvedSite, code: string): Record<string, string> {
  const words = Object.entries({ ...ownWords[languages[0].code], ...ownWords[code] });
  return Object.fromEntries(words.filter(([name]) => isConsoleWord(name)));
}
