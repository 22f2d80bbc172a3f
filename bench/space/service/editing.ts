/** Edits by code: each creates the next version of the space in memory, without changing files. */

import { type DatasourceEntryFields, storedDatasource } from "../../../src/space/folder/datasource-file.ts";
import type { SpaceContents } from "../../../src/space/model.ts";
import type { SpaceService } from "../../../src/space/start-space-service.ts";
import { type Mutate, publishStory, removeStory, renameStory, saveDraft, unpublishStory } from "./edit.ts";

export interface SpaceEditing {
  /** Changes or creates a story and publishes it now. */
  publish(slug: string, mutate: Mutate): void;
  /** Changes a story's draft only; the version stays. */
  saveDraft(slug: string, mutate: Mutate): void;
  /** Changes or creates a story's draft, which the service publishes by itself at this time. */
  schedule(slug: string, at: Date, mutate: Mutate): void;
  unpublish(slug: string): void;
  remove(slug: string): void;
  /** The uuid stays; with a start page everything in its folder moves. `translated` is by language. */
  rename(from: string, to: string, translated?: Record<string, string>): void;
  setDatasource(slug: string, entries: readonly DatasourceEntryFields[]): void;
  setGlobal(mutate: Mutate): void;
}

type Edited = Pick<SpaceService, "contents" | "cv" | "replace"> & { now(): number };

export function createEditing({ contents, cv, replace, now }: Edited): SpaceEditing {
  const commit = (next: SpaceContents) => replace(next, Math.max(Math.floor(now() / 1000), cv() + 1));
  // Two edits in the same millisecond still have an order.
  let last = 0;
  const date = () => {
    last = Math.max(now(), last + 1);
    return new Date(last);
  };
  const draft = (slug: string, mutate: Mutate) => replace(saveDraft(contents(), { slug, mutate, now: date() }), cv());
  const publish = (slug: string, mutate: Mutate) => commit(publishStory(contents(), { slug, mutate, now: date() }));
  return {
    publish,
    saveDraft: draft,
    schedule: (slug, at, mutate) =>
      draft(slug, (story) => {
        mutate(story);
        story.publish_at = at.toISOString();
      }),
    unpublish: (slug) => commit(unpublishStory(contents(), slug)),
    remove: (slug) => commit(removeStory(contents(), slug)),
    rename: (from, to, translated = {}) => commit(renameStory(contents(), { from, to, translated, now: date() })),
    setDatasource(slug, entries) {
      const others = contents().datasources.filter((datasource) => datasource.slug !== slug);
      commit({ ...contents(), datasources: [...others, storedDatasource(slug, entries)] });
    },
    setGlobal: (mutate) => publish("global", mutate),
  };
}
