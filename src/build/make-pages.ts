import { setImmediate } from "node:timers/promises";
import type { Route } from "../content/site.ts";
import { type MadePage, makePage } from "./make-page.ts";
import { openRenderPool, type RenderPool } from "./render-pool.ts";
import type { World, WorldInput } from "./world.ts";

export type Made = { route: Route } & ({ page: MadePage } | { message: string });

export interface MakePagesOptions {
  routes: readonly Route[];
  world: World;
  /** What a worker makes its own world from. */
  input: WorldInput;
  /** Render workers; 1 renders in this thread. */
  jobs: number;
  signal?: AbortSignal | undefined;
}

/** Below this, starting workers costs more than they bring (measured: a worker is ready after about 150 ms). */
const WORTH_WORKERS = 200;

/** Makes pages in any order, a few at a time, so that none waits in memory for long. */
export async function* makePages(options: MakePagesOptions): AsyncIterable<Made> {
  const { routes, jobs, input, signal } = options;
  const pool = jobs > 1 && routes.length >= WORTH_WORKERS ? openRenderPool(input, jobs) : null;
  if (!pool) return yield* makeHere(options);
  try {
    yield* fromPool(pool, options);
  } finally {
    await pool.close();
    signal?.throwIfAborted();
  }
}

async function* makeHere({ routes, world, signal }: MakePagesOptions): AsyncIterable<Made> {
  for (const [index, route] of routes.entries()) {
    if (index % 20 === 0) {
      await setImmediate(); // lets an interrupt through
      signal?.throwIfAborted();
    }
    yield attempt(route, world);
  }
}

/** One page, or why it could not be made. */
export function attempt(route: Route, world: World): Made {
  try {
    return { route, page: makePage(route, world) };
  } catch (error) {
    return { route, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Keeps every worker busy with one batch while the next one waits for it. */
async function* fromPool(pool: RenderPool, { routes, world, signal }: MakePagesOptions): AsyncIterable<Made> {
  const batches = batchesOf(routes);
  const flights = new Set<Promise<Made[]>>();
  const launch = () => {
    const batch = batches.next().value;
    if (!batch) return;
    const flight: Promise<Made[]> = pool.make(batch.map((route) => ({ route, story: storyText(route, world) })));
    flights.add(flight);
  };
  for (let index = 0; index < pool.size * 2; index += 1) launch();
  while (flights.size > 0) {
    signal?.throwIfAborted();
    const landed = await Promise.race([...flights].map(async (flight) => ({ flight, made: await flight })));
    flights.delete(landed.flight);
    launch();
    yield* landed.made;
  }
}

const BATCH = 16;

function* batchesOf(routes: readonly Route[]): Generator<readonly Route[], undefined> {
  for (let start = 0; start < routes.length; start += BATCH) yield routes.slice(start, start + BATCH);
}

function storyText(route: Route, { space, site }: World): string {
  const fromDefault = site.entries[route.lang].get(route.uuid)?.slug.startsWith("de/") ?? false;
  return space.json(route.lang === "de" && !fromDefault ? "de" : "en", route.uuid) ?? "null";
}
