/** The space itself: name, preview address, environments, languages. They are in `space.json`. */
import * as z from "zod";
import { UNDATED } from "../../model.ts";
import { jsonResponse, type ServiceResponse } from "../service-response.ts";
import type { SpaceState } from "../state.ts";
import { type EndpointCall, notAllowedHere, refused } from "./endpoint.ts";

const address = z.url({ protocol: /^https?$/ });
const change = z.object({
  space: z.object({
    name: z.string().min(1).optional(),
    domain: z.union([address, z.literal("")]).optional(),
    environments: z.array(z.object({ name: z.string().min(1), location: address })).optional(),
    languages: z.array(z.object({ code: z.string().min(1), name: z.string().optional() })).optional(),
  }),
});

export async function spaceEndpoint({ method, body, state, folder }: EndpointCall): Promise<ServiceResponse> {
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
    ...{ id, name, domain, environments, stories_count: stories.length, first_token: previewToken },
    languages: languages.map((code) => ({ code, name: code })),
    ...{ region: "eu", plan: "starter", role: "admin", created_at: UNDATED, updated_at: UNDATED },
  };
}
