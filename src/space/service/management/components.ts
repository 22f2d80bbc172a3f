/** Components and their groups: `components.json` of the space folder. */
import * as z from "zod";
import { idFrom, uuidFrom } from "../../identity.ts";
import { UNDATED } from "../../model.ts";
import { jsonResponse, type ServiceResponse } from "../service-response.ts";
import { type EndpointCall, notAllowedHere, refused } from "./endpoint.ts";

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
export function componentsEndpoint(list: List): (call: EndpointCall) => Promise<ServiceResponse> {
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
    ...{ id: idFrom(`component:${name}`), created_at: UNDATED, updated_at: UNDATED, display_name: null },
    ...{ is_root: false, is_nestable: true, component_group_uuid: null, internal_tags_list: [], all_presets: [] },
    ...given,
    ...{ real_name: given.display_name ?? name, schema },
  };
}
