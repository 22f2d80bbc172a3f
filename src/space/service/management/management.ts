/**
 * The part of the management API that a set-up needs: the space itself, components, stories, datasources. What is created
 * becomes files of the space folder, and is served before the answer is sent.
 */
import * as z from "zod";
import { idFrom, uuidFrom } from "../../identity.ts";
import { UNDATED } from "../../model.ts";
import { jsonResponse, notFound, rateLimited, type ServiceResponse, unauthorized } from "../../service-response.ts";
import type { SpaceState } from "../../state.ts";
import type { RateLimiter } from "../rate-limit.ts";
import { datasourceEntriesEndpoint, datasourcesEndpoint } from "./datasources.ts";
import { type EndpointCall, notAllowedHere, openManagementFolder, refused } from "./endpoint.ts";
import { storiesEndpoint } from "./stories.ts";

export interface ManagementCall {
  method: string;
  /** The path after `v1/`. */
  path: string;
  query: URLSearchParams;
  /** What the request authorizes itself with. */
  token: string;
  /** The parsed body; null for a request without one. */
  body: unknown;
}

export type Management = (call: ManagementCall) => Promise<ServiceResponse>;

type Endpoint = (call: EndpointCall) => Promise<ServiceResponse>;

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  "": spaceEndpoint,
  components: componentsEndpoint("components"),
  component_groups: componentsEndpoint("component_groups"),
  stories: storiesEndpoint,
  datasources: datasourcesEndpoint,
  datasource_entries: datasourceEntriesEndpoint,
};

export function createManagement(options: {
  state: () => SpaceState;
  /** The space folder; null for a space in memory. */
  dir: string | null;
  /** Reads the folder again and serves it. */
  refresh: () => Promise<void>;
  /** Null for no limit. */
  rateLimiter: RateLimiter | null;
}): Management {
  const folder = options.dir === null ? null : openManagementFolder(options.dir, options.refresh);
  let turn: Promise<unknown> = Promise.resolve();
  const answer = async ({ path, token, ...call }: ManagementCall): Promise<ServiceResponse> => {
    const state = options.state();
    const { id, managementToken } = state.info;
    if (managementToken === undefined || token !== managementToken) return unauthorized();
    const limit = options.rateLimiter?.(call.query) ?? null;
    if (limit !== null) return rateLimited(limit);
    const [, space, name = "", rest = ""] = /^spaces\/(\d+)(?:\/(\w+)(?:\/([\w/]+?))?)?\/?$/.exec(path) ?? [];
    const endpoint = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined;
    if (Number(space) !== id || !endpoint) return notFound();
    return endpoint({ ...call, rest, state, folder });
  };
  // One at a time: what is created changes the files that the next call reads.
  return (call) => {
    const mine = turn.then(() => answer(call));
    turn = mine.catch(() => undefined);
    return mine;
  };
}

/** The space itself: name, preview address, environments, languages. They are in `space.json`. */
const address = z.url({ protocol: /^https?$/ });
const change = z.object({
  space: z.object({
    name: z.string().min(1).optional(),
    domain: z.union([address, z.literal("")]).optional(),
    environments: z.array(z.object({ name: z.string().min(1), location: address })).optional(),
    languages: z.array(z.object({ code: z.string().min(1), name: z.string().optional() })).optional(),
  }),
});

async function spaceEndpoint({ method, body, state, folder }: EndpointCall): Promise<ServiceResponse> {
  if (method === "GET") return jsonResponse({ space: asSpace(state) });
  if (method !== "PUT" || !folder) return notAllowedHere();
  const asked = change.safeParse(body);
  if (!asked.success) return refused({ space: asked.error.issues[0]?.path.join(".") ?? "is invalid" });
  const { languages, ...plain } = asked.data.space;
  const known = z.looseObject({}).parse(await folder.read("space.json"));
  const codes = languages ? { languages: languages.map(({ code }) => code) } : {};
  await folder.write("space.json", { ...known, ...plain, ...codes });
  return jsonResponse({ space: { ...asSpace(state), ...asked.data.space } });
}

function asSpace({ info, stories }: Pick<SpaceState, "info" | "stories">): Record<string, unknown> {
  const { id, name, domain = "", environments = [], languages, previewToken } = info;
  return {
    id,
    name,
    domain,
    environments,
    stories_count: stories.length,
    first_token: previewToken,
    languages: languages.map((code) => ({ code, name: code })),
    region: "eu",
    plan: "starter",
    role: "admin",
    created_at: UNDATED,
    updated_at: UNDATED,
  };
}

/** Components and their groups: `components.json` of the space folder. */
type List = "components" | "component_groups";

const FILE = "components.json";
/** As Storyblok's CLI pulls them, or with the groups. */
const storedComponents = z.union([
  z.array(z.unknown()).transform((components) => ({ components, component_groups: [] as unknown[] })),
  z.looseObject({
    components: z.array(z.unknown()).default([]),
    component_groups: z.array(z.unknown()).default([]),
  }),
]);
const named = z.object({ name: z.string() });
const created = z.object({
  component: z.looseObject({
    name: z.string(),
    schema: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  }),
});

/** The list has no pages. */
function componentsEndpoint(list: List): (call: EndpointCall) => Promise<ServiceResponse> {
  return async ({ method, rest, body, folder }) => {
    const stored = storedComponents.parse((await folder?.read(FILE)) ?? []);
    if (method === "GET" && rest === "") return jsonResponse({ [list]: stored[list] });
    if (method !== "POST" || rest !== "" || list !== "components" || !folder) return notAllowedHere();
    const asked = created.safeParse(body);
    if (!asked.success) return refused({ component: "is invalid" });
    const { name } = asked.data.component;
    if (!/^[A-Za-z0-9_-]+$/.test(name)) return refused({ name: "is invalid" });
    if (stored.components.some((one) => named.safeParse(one).data?.name === name)) {
      return refused({ name: "has already been taken" });
    }
    const component = asComponent(asked.data.component);
    await folder.write(FILE, { ...stored, components: [...stored.components, component] });
    return jsonResponse({ component }, { status: 201 });
  };
}

/** With the record-keeping of the service. */
function asComponent(given: z.infer<typeof created>["component"]): Record<string, unknown> {
  const { name } = given;
  const schema = Object.fromEntries(
    Object.entries(given.schema).map(([key, field]) => [key, { ...field, id: uuidFrom(`field:${name}.${key}`) }]),
  );
  return {
    id: idFrom(`component:${name}`),
    created_at: UNDATED,
    updated_at: UNDATED,
    display_name: null,
    is_root: false,
    is_nestable: true,
    component_group_uuid: null,
    internal_tags_list: [],
    all_presets: [],
    ...given,
    real_name: given.display_name ?? name,
    schema,
  };
}
