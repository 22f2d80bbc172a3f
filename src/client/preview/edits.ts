import { data, definition, schemas } from "virtual:sitegen/preview";
import { type BlockCatalogue, createCatalogue } from "../../content/catalogue.ts";
import { readStory } from "../../content/preview/event-story.ts";
import { livePayload, liveShared } from "../../content/preview/live-page.ts";
import { type ResolvedSite, resolveSite } from "../../site/resolve-site.ts";
import { messageOf } from "./guard-blocks.tsx";
import type { LiveSource } from "./live-source.ts";
import type { Notes } from "./notes.ts";
import type { Stage } from "./stage.ts";
import type { Subject } from "./subject.ts";

export interface EditsOptions {
  definition: ResolvedSite;
  subject: Subject;
  spaceId: string;
  source: LiveSource;
  stage: Stage;
  notes: Notes;
  catalogue: BlockCatalogue;
}

/** An edited story, and stories that came beside it. */
export interface Edit {
  story: unknown;
  given?: unknown;
}

/** Shows edited stories through the same steps and components as the build. What cannot be shown is said, and kept off. */
export function createEdits(options: EditsOptions): (edit: Edit) => Promise<void> {
  const { subject, source, stage, notes, catalogue, definition, spaceId } = options;
  const { listing } = stage.payload();
  return async ({ story: given, ...beside }) => {
    try {
      const story = readStory(given, { lang: subject.lang, spaceId });
      if (!story) throw new Error("The editor sent something that is no story.");
      const input = { story, ...beside, live: await source.get(), definition, shared: stage.shared(), catalogue };
      if (subject.kind === "global") {
        const { value, problems } = liveShared(input);
        await stage.show({ shared: value });
        notes.problems(problems);
      } else {
        const { value, problems } = livePayload({ ...input, listing });
        await stage.show({ payload: value });
        notes.problems(problems);
      }
      notes.say("");
    } catch (error) {
      console.warn(error);
      notes.say(`This change cannot be shown: ${messageOf(error)}`);
    }
  };
}

/** The site's definition, as the build has it. */
export const siteDefinition: ResolvedSite = resolveSite(definition);

/** All blocks of the site, as the build has them. Only the preview carries schemas and data files to the browser. */
export function siteCatalogue(platformName: string): BlockCatalogue {
  return createCatalogue({ schemas, data, platformName });
}
