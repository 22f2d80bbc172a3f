import { known } from "virtual:sitegen/interactive";
import { dataLoaders, definition, schemas } from "virtual:sitegen/preview";
import { readStory } from "../../content/preview/edited-story.ts";
import { type LiveResult, livePayload, liveShared } from "../../content/preview/live-page.ts";
import { dataOfBlock, NotInPreview } from "../../content/preview/not-in-preview.ts";
import { type BlockCatalogue, createCatalogue, type DataFunction } from "../../site/blocks/catalogue.ts";
import { previewWord } from "../../site/editor-words.ts";
import { languageOf } from "../../site/languages.ts";
import { type ResolvedSite, resolveSite } from "../../site/resolve-site.ts";
import type { EditedEntry } from "./kept-edits.ts";
import type { LiveSource } from "./live-source.ts";
import { messageOf } from "./message-of.ts";
import type { PreviewApp } from "./preview-app.ts";
import type { StatusPanel } from "./status-panel.ts";

type Problem = LiveResult<unknown>["problems"][number];

export interface EditsOptions {
  definition: ResolvedSite;
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
  /** Calls the function; blocks whose data only a build can compute keep the data that they have in `shown`. */
  withDataOf<T>(shown: unknown, work: () => T): { value: T; isKept: boolean };
}

/** An edited story, and other stories sent with it. */
export interface Edit {
  story: unknown;
  given?: unknown;
}

export type ShowEdit = (entry: EditedEntry, edit: Edit) => Promise<void>;

/** Renders edited stories with the same code as the build. Errors are shown and the failing edit is not applied. */
export function createEdits(options: EditsOptions): ShowEdit {
  const { source, previewApp, panel, blocks, definition, spaceId } = options;
  const { listing } = previewApp.payload();
  const { catalogue, takeFailures } = blocks;
  return async (entry, { story: given, ...beside }) => {
    try {
      const fallbacks = languageOf(definition.languages, entry.lang).fallback ?? [];
      const story = readStory(given, { lang: entry.lang, fallbacks, spaceId });
      if (!story) throw new Error("The editor sent something that is no story.");
      const input = { story, ...beside, live: await source.get(), definition, shared: previewApp.shared(), catalogue };
      if (entry.kind === "global") {
        const { value, problems } = blocks.withDataOf(input.shared.global, () => liveShared(input)).value;
        await previewApp.show({ shared: value });
        panel.problems([...problems, ...takeFailures()]);
      } else {
        const shown = previewApp.payload();
        const live = blocks.withDataOf(shown.page, () => livePayload({ ...input, listing }));
        const { value, problems } = live.value;
        // Data that was kept may hold blocks.
        const needed = live.isKept ? [...new Set([...value.blocks, ...shown.blocks])] : value.blocks;
        await previewApp.show({ payload: { ...value, blocks: needed } });
        panel.problems([...problems, ...takeFailures()]);
      }
      panel.say("");
    } catch (error) {
      console.warn(error);
      panel.say(previewWord(definition.words[source.lang], "preview_not_shown", { reason: messageOf(error) }));
    }
  };
}

/** The site's definition as in the build. */
export const siteDefinition: ResolvedSite = resolveSite(definition);

/** Only the preview loads schemas and data files in the browser. */
export async function loadBlocks(platformName: string): Promise<EditedBlocks> {
  const failures = new Map<string, unknown>();
  let published: { page: unknown; isUsed: boolean } = { page: null, isUsed: false };
  const keptData = (uid: string, error: NotInPreview) => {
    const data = dataOfBlock(published.page, uid);
    if (data === undefined) throw error;
    published.isUsed = true;
    return data;
  };
  const orKept = (compute: () => unknown, uid: string) => {
    try {
      return compute();
    } catch (error) {
      if (error instanceof NotInPreview) return keptData(uid, error);
      throw error;
    }
  };
  const guarded = Object.entries(dataLoaders).map(async ([name, load]) => {
    const data = await load().catch((error: unknown): DataFunction => {
      return () => {
        throw error;
      };
    });
    const guard: DataFunction = (...input) => {
      try {
        return orKept(() => data(...input), input[0]._uid);
      } catch (error) {
        failures.set(name, error);
        return undefined;
      }
    };
    return [name, guard] as const;
  });
  const data = Object.fromEntries(await Promise.all(guarded));
  return {
    catalogue: createCatalogue({ schemas, data, platformName, shown: known }),
    withDataOf(page, work) {
      published = { page, isUsed: false };
      const value = work();
      return { value, isKept: published.isUsed };
    },
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
