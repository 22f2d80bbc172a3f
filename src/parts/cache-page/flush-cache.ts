/** The cache utility's page: removes what the app stored in this browser and reports it. */
import type { LatestBuild } from "../../client/builds/build-watch.ts";
import { KEY_PREFIX } from "../../client/storage-keys.ts";

export interface FlushReport {
  /** Names of what was removed. */
  removed: string[];
  /** Id of the latest build; null if it could not be read. */
  build: string | null;
}

/** Removes the app's keys from both storages and this origin's caches, and requests the latest build again. */
export async function flushCache(assets: string): Promise<FlushReport> {
  const removed = [...forget(() => localStorage, "localStorage"), ...forget(() => sessionStorage, "sessionStorage")];
  removed.push(...(await dropCaches()));
  return { removed, build: await latestId(assets) };
}

function forget(storage: () => Storage, name: string): string[] {
  try {
    const keys = Object.keys(storage()).filter((key) => key.startsWith(KEY_PREFIX));
    for (const key of keys) storage().removeItem(key);
    return keys.map((key) => `${name}: ${key}`);
  } catch {
    return [];
  }
}

async function dropCaches(): Promise<string[]> {
  if (!("caches" in window)) return [];
  try {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    return names.map((name) => `caches: ${name}`);
  } catch {
    return [];
  }
}

async function latestId(assets: string): Promise<string | null> {
  try {
    const answer = await fetch(`${assets}builds/latest.json?${Date.now()}`, { cache: "reload" });
    const latest = (await answer.json()) as Partial<LatestBuild>;
    return latest.id ?? null;
  } catch {
    return null;
  }
}

/** Words of one language, from its section. */
type Words = Readonly<Record<string, string | undefined>>;

function lines({ done, nothing, removed: gone, build: latest, unknown }: Words, { removed, build }: FlushReport) {
  return [
    removed.length > 0 ? done : nothing,
    ...(removed.length > 0 ? [`${gone}: ${removed.join(", ")}`] : []),
    `${latest}: ${build ?? unknown}`,
  ];
}

/** Fills every `[data-flush-report]` of the page. */
async function run(): Promise<void> {
  const report = await flushCache(new URL("./", import.meta.url).href);
  for (const target of document.querySelectorAll<HTMLElement>("[data-flush-report]")) {
    target.replaceChildren(
      ...lines(target.dataset, report).map((text) =>
        Object.assign(document.createElement("p"), { textContent: text ?? "" }),
      ),
    );
  }
}

if (document.querySelector("[data-flush-report]")) void run();
