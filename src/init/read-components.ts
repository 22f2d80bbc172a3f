/** Reads a space's components where they are to be had, for `init --from-space` and `schema --diff`. */
import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { importModule } from "../config/import-config.ts";
import { messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import { componentOfBlock, isStoryblokBlock, type ServiceComponent } from "../site/blocks/service-components.ts";
import { createManagementClient } from "./management-client.ts";

export interface FoundComponents {
  /** For people: where they are from. */
  from: string;
  components: ServiceComponent[];
}

export interface ComponentAccess {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** A file or a folder, from --components. */
  path?: string | undefined;
  /** Base of the management API, its token, and the space's number; "" for none. */
  management: { endpoint: string; token: string; spaceId: string };
  /** Finds the space's number out. */
  askSpaceId(): Promise<string>;
  signal?: AbortSignal | undefined;
}

/**
 * From the given path, else the management API, else what Storyblok's CLI has pulled below the folder; null if there is
 * none of these, or the space has no components.
 */
export async function readComponents(access: ComponentAccess): Promise<FoundComponents | null> {
  const { cwd, path, management } = access;
  const found =
    path !== undefined
      ? await fromPath(resolve(cwd, path), access)
      : management.token !== ""
        ? await fromManagement(access)
        : await fromPulled(join(cwd, PULLED), { ...access, id: management.spaceId });
  if (!found || found.components.length === 0) return null;
  return { ...found, components: withoutStaleNames(unique(found.components)) };
}

/** The service keeps names in a component when the field in a tab, or the type of a relation's stories, is deleted. */
function withoutStaleNames(components: readonly ServiceComponent[]): ServiceComponent[] {
  const names = new Set<unknown>(components.map(({ name }) => name));
  return components.map((component) => {
    const { schema } = component;
    const field = (raw: ServiceComponent["schema"][string]) => ({
      ...raw,
      ...(Array.isArray(raw.keys) && { keys: raw.keys.filter((key) => Object.hasOwn(schema, String(key))) }),
      ...(Array.isArray(raw.filter_content_type) && {
        filter_content_type: raw.filter_content_type.filter((name) => names.has(name)),
      }),
    });
    return { ...component, schema: Object.fromEntries(Object.entries(schema).map(([key, raw]) => [key, field(raw)])) };
  });
}

/** Where version 4 of Storyblok's CLI pulls components to, in a folder for each space. */
const PULLED = ".storyblok/components";

async function fromPath(path: string, { cwd, env }: ComponentAccess): Promise<FoundComponents> {
  const from = relative(cwd, path) || path;
  if (!existsSync(path)) throw unreadable(path, "it does not exist");
  if (statSync(path).isDirectory()) return { from, components: await pulledComponents(path) };
  if (path.endsWith(".json")) return { from, components: componentsIn(await readJson(path)) };
  const module = await importModule(path, env).catch((cause: unknown) => {
    throw unreadable(path, messageOf(cause));
  });
  return { from, components: definitionsIn(module, new Set()) };
}

async function fromPulled(
  folder: string,
  { cwd, id }: ComponentAccess & { id: string },
): Promise<FoundComponents | null> {
  if (!existsSync(folder)) return null;
  const spaces = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = spaces.map(({ name }) => name).sort();
  const name = names.find((one) => one === id) ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined && names.length === 0) return null;
  if (name === undefined) {
    throw sitegenError("INIT_FAILED", {
      message: `${folder} has the components of several spaces: ${names.join(", ")}.`,
      hint: "Name the space in STORYBLOK_SPACE_ID, or its folder with --components.",
    });
  }
  const path = join(folder, name);
  return { from: relative(cwd, path), components: await pulledComponents(path) };
}

/** Files that the CLI writes beside components. */
const OTHERS = /^(?:groups|presets|tags)(?:\.|$)|\.presets(?:\.|$)/;

/** All in one file, or one file each. */
async function pulledComponents(folder: string): Promise<ServiceComponent[]> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith(".json") && !OTHERS.test(basename(name, ".json")),
  );
  const all = await Promise.all(names.sort().map(async (name) => componentsIn(await readJson(join(folder, name)))));
  return all.flat();
}

/** A list, an object with one (as older versions of the CLI write it, and the API), or one component. */
function componentsIn(value: unknown): ServiceComponent[] {
  if (Array.isArray(value)) return value.filter(isComponent);
  if (isComponent(value)) return [value];
  const { components } = (value ?? {}) as { components?: unknown };
  return Array.isArray(components) ? components.filter(isComponent) : [];
}

function isComponent(value: unknown): value is ServiceComponent {
  const { name, schema } = (value ?? {}) as { name?: unknown; schema?: unknown };
  return typeof name === "string" && typeof schema === "object" && schema !== null;
}

/** The blocks that a module of @storyblok/schema definitions exports, in whatever object they are. */
function definitionsIn(value: unknown, seen: Set<unknown>): ServiceComponent[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  if (isStoryblokBlock(value)) return [componentOfBlock(value)];
  return Object.values(value).flatMap((inner) => definitionsIn(inner, seen));
}

/** The first of each name: lists that several sources were merged to have one twice. */
function unique(components: readonly ServiceComponent[]): ServiceComponent[] {
  return components.filter(({ name }, at) => components.findIndex((other) => other.name === name) === at);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw unreadable(path, messageOf(cause));
  }
}

function unreadable(path: string, why: string): Error {
  return sitegenError("INIT_FAILED", { message: `The components in ${path} cannot be read: ${why}.`, where: path });
}

/** The list has no pages. */
async function fromManagement({ management, askSpaceId, signal }: ComponentAccess): Promise<FoundComponents> {
  const client = createManagementClient({ ...management, requestsPerSecond: 3, signal });
  const answer = await client.get(`spaces/${management.spaceId || (await askSpaceId())}/components`);
  return { from: "the management API", components: componentsIn(answer) };
}
