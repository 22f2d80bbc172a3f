import { warnDamaged } from "../files/checksum-file.ts";
import type { BegunCode, BuildOptions } from "./build-options.ts";
import { openSite } from "./open-site.ts";
import { prepareClient } from "./prepare-client.ts";

/**
 * Begins to bundle a site's code, for Node and for browsers; also before its build, which waits for something else.
 * `ready`: the state folder has what it will have. `meanwhile` is called once the bundler is at work, if it has to be.
 * `hasFailed`: the build has ended in the meantime, and the bundler may be the next one's.
 */
export function beginCode(
  { config, stateDir, reporter }: Pick<BuildOptions, "config" | "stateDir" | "reporter">,
  of: { hasFailed?: () => boolean; ready?: Promise<void>; meanwhile?: () => unknown },
): BegunCode {
  const onDamaged = warnDamaged(reporter);
  const opened = begin(openSite(config, stateDir, { onDamaged, ...(of.meanwhile && { meanwhile: of.meanwhile }) }));
  const prepared = Promise.all([opened, of.ready]).then(async ([site]) => {
    const client = await prepareClient({ config, stateDir, onDamaged, site });
    // The bundler's process would keep 80 to 100 MB while the space is pulled and pages are rendered. A later build starts
    // a new one.
    if (!client.bundle.kept && !of.hasFailed?.()) await (await import("esbuild")).stop();
    return client;
  });
  return { opened, client: begin(prepared) };
}

/** Starts work in parallel; its error is thrown where it is awaited. */
export function begin<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
