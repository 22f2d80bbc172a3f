import { data, definition, schemas } from "virtual:sitegen/preview";
import { type BlockCatalogue, createCatalogue } from "../../content/catalogue.ts";
import { readStory } from "../../content/preview/edited-story.ts";
import { livePayload, liveShared } from "../../content/preview/live-page.ts";
import { type ResolvedSite, resolveSite } from "../../site/resolve-site.ts";
import type { EditedEntry } from "./edited-entry.ts";
import { messageOf } from "./error-boundaries.tsx";
import type { LiveSource } from "./live-source.ts";
import type { PreviewApp } from "./preview-app.ts";
import type { StatusPanel } from "./status-panel.ts";

export interface EditsOptions {
  definition: ResolvedSite;
  entry: EditedEntry;
  spaceId: string;
  source: LiveSource;
  previewApp: PreviewApp;
  panel: StatusPanel;
  catalogue: BlockCatalogue;
}

/** An edited story, and other stories sent with it. */
export interface Edit {
  story: unknown;
  given?: unknown;
}

/** Renders edited stories with the same code as the build. Errors are shown and the failing edit is not applied. */
export function createEdits(options: EditsOptions): (edit: Edit) => Promise<void> {
  const { entry, source, previewApp, panel, catalogue, definition, spaceId } = options;
  const { listing } = previewApp.payload();
  return async ({ story: given, ...beside }) => {
    try {
      const story = readStory(given, { lang: entry.lang, spaceId });
      if (!story) throw new Error("The editor sent something that is no story.");
      const input = { story, ...beside, live: await source.get(), definition, shared: previewApp.shared(), catalogue };
      if (entry.kind === "global") {
        const { value, problems } = liveShared(input);
        await previewApp.show({ shared: value });
        panel.problems(problems);
      } else {
        const { value, problems } = livePayload({ ...input, listing });
        await previewApp.show({ payload: value });
        panel.problems(problems);
      }
      panel.say("");
    } catch (error) {
      console.warn(error);
      panel.say(`This change cannot be shown: ${messageOf(error)}`);
    }
  };
}

/** The site's definition as in the build. */
export const siteDefinition: ResolvedSite = resolveSite(definition);

/** All blocks of the site as in the build. Only the preview loads schemas and data files in the browser. */
export function siteCatalogue(platformName: string): BlockCatalogue {
  return createCatalogue({ schemas, data, platformName });
}
