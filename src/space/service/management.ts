/** The part of the management API that reads components: from `components.json` of the space folder. */
import { readFile } from "node:fs/promises";
import type { SpaceInfo } from "../model.ts";
import { jsonResponse, notFound, type ServiceResponse, unauthorized } from "./service-response.ts";

export interface ManagementCall {
  /** The path after `v1/`. */
  path: string;
  /** What the request authorizes itself with. */
  token: string;
}

export type Management = (call: ManagementCall) => Promise<ServiceResponse>;

/** `file` has a list of components as Storyblok's CLI pulls them, or an object with `components` and `component_groups`. */
export function createManagement({ info, file }: { info: () => SpaceInfo; file: string | null }): Management {
  return async ({ path, token }) => {
    const { id, managementToken } = info();
    if (managementToken === undefined || token !== managementToken) return unauthorized();
    const [, space, list] = /^spaces\/(\d+)\/(components|component_groups)\/?$/.exec(path) ?? [];
    if (list === undefined || Number(space) !== id) return notFound();
    const stored = file === null ? [] : await readStored(file);
    const all = Array.isArray(stored) ? { components: stored } : stored;
    return jsonResponse({ [list]: all[list] ?? [] });
  };
}

/** A space without the file has no components. */
async function readStored(file: string): Promise<unknown[] | Record<string, unknown>> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
