/** Compares what a site needs with what a space has: what would be created, what stays, what is in the way. */
import { componentDifferences } from "../../site/blocks/service-components.ts";
import type { ManagementClient } from "../management-client.ts";
import { recordOf } from "../read-space.ts";
import { dimensionsOf, type FoundSpace } from "./read-space-state.ts";
import { type FirstStory, type WantedDatasource, type WantedSpace, withoutPlace } from "./wanted.ts";

export interface Step {
  /** "component hero (3 fields)". */
  what: string;
  run(client: ManagementClient): Promise<void>;
}

export interface SpacePlan {
  steps: Step[];
  /** What is there already and stays as it is. */
  kept: string[];
  /** What has a name that the site needs and is something else. */
  conflicts: string[];
  /** Number of the home story, if it is there or once it is created. */
  homeId(): number | null;
}

export function planSpace(wanted: WantedSpace, found: FoundSpace): SpacePlan {
  const plan: SpacePlan = {
    steps: [],
    kept: [],
    conflicts: [],
    homeId: () => ids.get(wanted.stories[0]?.path ?? "") ?? null,
  };
  const ids = new Map([...found.stories].map(([path, { id }]) => [path, id]));
  const base = `spaces/${found.id}`;
  planComponents(wanted, found, plan);
  planSettings(wanted, found, plan);
  for (const source of wanted.datasources) planDatasource(source, found, plan);
  const pages = new Set(wanted.components.filter((one) => one.is_root).map((one) => one.name));
  for (const story of wanted.stories) {
    const known = found.stories.get(story.path);
    if (!known)
      plan.steps.push({
        what: `story ${story.path}, published`,
        run: (client) => createStory(story, { client, base, ids }),
      });
    else if (known.component !== null && pages.has(known.component)) plan.kept.push(`story ${story.path}`);
    else {
      const is = known.component === null ? "a folder" : `of the component ${known.component}`;
      plan.conflicts.push(`story ${story.path}: it is ${is}, which the site does not know as a page.`);
    }
  }
  return plan;
}

function planComponents({ components }: WantedSpace, found: FoundSpace, plan: SpacePlan): void {
  const known = new Map(found.components.map((one) => [one.name, one]));
  for (const component of components) {
    const other = known.get(component.name);
    const fields = Object.keys(component.schema).length;
    if (!other) {
      const run = async (client: ManagementClient) =>
        void (await client.post(`spaces/${found.id}/components`, { component }));
      plan.steps.push({ what: `component ${component.name} (${counted(fields, "field", "fields")})`, run });
      continue;
    }
    const differences = componentDifferences([component], [withoutPlace(other)]);
    if (differences.length === 0) plan.kept.push(`component ${component.name}`);
    else {
      const more = differences.length > 1 ? `, and ${differences.length - 1} more differences` : "";
      plan.conflicts.push(`component ${differences[0]}${more}.`);
    }
  }
}

function planSettings({ languages, domain, environments }: WantedSpace, found: FoundSpace, plan: SpacePlan): void {
  const put = (what: string, space: object) =>
    plan.steps.push({ what, run: async (client) => void (await client.put(`spaces/${found.id}`, { space })) });
  const added = languages.filter(({ code }) => !found.languages.some((one) => one.code === code));
  if (added.length > 0)
    put(`languages ${added.map(({ code }) => code).join(", ")}`, { languages: [...found.languages, ...added] });
  if (domain !== "" && found.domain === "") put(`preview address ${domain}`, { domain });
  else if (found.domain !== "") plan.kept.push(`preview address ${found.domain}`);
  const more = environments.filter(({ name }) => !found.environments.some((one) => one.name === name));
  if (more.length > 0) {
    const shown = more.map(({ name, location }) => `${name} ${location}`).join(", ");
    put(`preview address ${shown}`, { environments: [...found.environments, ...more] });
  }
}

function planDatasource(source: WantedDatasource, found: FoundSpace, plan: SpacePlan): void {
  const { slug, entries } = source;
  const known = found.datasources.get(slug);
  const missing = entries.filter(({ name }) => !known?.entries.has(name));
  if (known && missing.length === 0) {
    plan.kept.push(`datasource ${slug}`);
    return;
  }
  const count = counted(missing.length, "entry", "entries");
  const what = known ? `${count} of datasource ${slug}` : `datasource ${slug} (${count})`;
  plan.steps.push({
    what,
    async run(client) {
      const base = `spaces/${found.id}`;
      const { id, dimensions } = known ?? (await createDatasource(source, client, base));
      for (const entry of missing) await createEntry(entry, { client, base, id, dimensions });
    },
  });
}

async function createDatasource(source: WantedDatasource, client: ManagementClient, base: string) {
  const { name, slug } = source;
  const dimensions_attributes = source.dimensions.map((value) => ({ name: value, entry_value: value }));
  const answer = recordOf(
    await client.post(`${base}/datasources`, { datasource: { name, slug, dimensions_attributes } }),
  );
  const made = recordOf(answer.datasource);
  return { id: Number(made.id), dimensions: dimensionsOf(made) };
}

async function createEntry(
  entry: WantedDatasource["entries"][number],
  {
    client,
    base,
    id,
    dimensions,
  }: { client: ManagementClient; base: string; id: number; dimensions: ReadonlyMap<string, number> },
): Promise<void> {
  const { name, value } = entry;
  const fields = { name, value, datasource_id: id };
  const answer = recordOf(await client.post(`${base}/datasource_entries`, { datasource_entry: fields }));
  const entryId = recordOf(answer.datasource_entry).id;
  for (const [dimension, text] of Object.entries(entry.dimensions)) {
    const dimensionId = dimensions.get(dimension);
    if (dimensionId === undefined) continue;
    await client.put(`${base}/datasource_entries/${Number(entryId)}`, {
      datasource_entry: { ...fields, dimension_value: text },
      dimension_id: dimensionId,
    });
  }
}

interface Creating {
  client: ManagementClient;
  base: string;
  /** Numbers of stories and folders, by path. */
  ids: Map<string, number>;
}

async function createStory({ path, name, content }: FirstStory, creating: Creating): Promise<void> {
  const { client, base, ids } = creating;
  const [slug = "", ...above] = path.split("/").reverse();
  const folder = above.reverse().join("/");
  const parent_id = folder === "" ? 0 : (ids.get(folder) ?? (await createFolder(folder, creating)));
  const answer = recordOf(
    await client.post(`${base}/stories`, { story: { name, slug, parent_id, content }, publish: 1 }),
  );
  ids.set(path, Number(recordOf(answer.story).id));
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Languages in folders are one deep. */
async function createFolder(slug: string, { client, base, ids }: Creating): Promise<number> {
  const story = { name: slug, slug, parent_id: 0, is_folder: true };
  const id = Number(recordOf(recordOf(await client.post(`${base}/stories`, { story })).story).id);
  ids.set(slug, id);
  return id;
}
