import { dataLoaders, definition, schemas } from "virtual:sitegen/preview";
import { type BlockCatalogue, createCatalogue, type DataFunction } from "../../content/catalogue.ts";
import { readStory } from "../../content/preview/edited-story.ts";
import { type LiveResult, livePayload, liveShared } from "../../content/preview/live-page.ts";
import { type ResolvedSite, resolveSite } from "../../site/resolve-site.ts";
import type { EditedEntry } from "./edited-entry.ts";
import type { LiveSource } from "./live-source.ts";
import { messageOf } from "./message-of.ts";
import type { PreviewApp } from "./preview-app.ts";
import type { StatusPanel } from "./status-panel.ts";

type Problem = LiveResult<unknown>["problems"][number];

export interface EditsOptions {
  definition: ResolvedSite;
  entry: EditedEntry;
  spaceId: string;
  source: LiveSource;
  previewApp: PreviewApp;
  panel: StatusPanel;
  blocks: EditedBlocks;
}

/** The blocks of the site as in the build. */
export interface EditedBlocks {
  catalogue: BlockCatalogue;
  /** Blocks whose data failed since the last call; they are shown without data. */
  takeFailures(): Problem[];
}

/** An edited story, and other stories sent with it. */
export interface Edit {
  story: unknown;
  given?: unknown;
}

/** Renders edited stories with the same code as the build. Errors are shown and the failing edit is not applied. */
export function createEdits(options: EditsOptions): (edit: Edit) => Promise<void> {
  const { entry, source, previewApp, panel, blocks, definition, spaceId } = options;
  const { listing } = previewApp.payload();
  const { catalogue, takeFailures } = blocks;
  return async ({ story: given, ...beside }) => {
    try {
      const story = readStory(given, { lang: entry.lang, spaceId });
      if (!story) throw new Error("The editor sent something that is no story.");
      const input = { story, ...beside, live: await source.get(), definition, shared: previewApp.shared(), catalogue };
      if (entry.kind === "global") {
        const { value, problems } = liveShared(input);
        await previewApp.show({ shared: value });
        panel.problems([...problems, ...takeFailures()]);
      } else {
        const { value, problems } = livePayload({ ...input, listing });
        await previewApp.show({ payload: value });
        panel.problems([...problems, ...takeFailures()]);
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

/** Only the preview loads schemas and data files in the browser. */
export async function loadBlocks(platformName: string): Promise<EditedBlocks> {
  const failures = new Map<string, unknown>();
  const guarded = Object.entries(dataLoaders).map(async ([name, load]) => {
    const data = await load().catch((error: unknown): DataFunction => {
      return () => {
        throw error;
      };
    });
    const guard: DataFunction = (...input) => {
      try {
        return data(...input);
      } catch (error) {
        failures.set(name, error);
        return undefined;
      }
    };
    return [name, guard] as const;
  });
  const data = Object.fromEntries(await Promise.all(guarded));
  return {
    catalogue: createCatalogue({ schemas, data, platformName }),
    takeFailures() {
      const taken = [...failures].map(([name, error]) => dataFailure(name, error));
      failures.clear();
      return taken;
    },
  };
}

function dataFailure(name: string, error: unknown): Problem {
  return {
    severity: "error",
    code: "RENDER_FAILED",
    message: `The data file of the block “${name}” failed in the browser, so its data is missing here: ${messageOf(error)}`,
    story: "",
    path: "",
    hint: "",
  };
}
