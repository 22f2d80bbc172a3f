import { warnDamaged } from "../files/checksum-file.ts";
import { type BegunCode, type BuildOptions, withEnvironment } from "./build-options.ts";
import { openSite } from "./open-site.ts";
import { prepareClientOfBuild } from "./prepare-client.ts";

/**
 * Begins to bundle a site's code, for Node and for browsers; also before its build, which waits for something else.
 * `ready`: the state folder has what it will have. `meanwhile` is called once the bundler is at work, if it has to be.
 */
export function beginCode(
  given: BuildOptions,
  { hasFailed, ready, meanwhile }: { hasFailed?: () => boolean; ready?: Promise<void>; meanwhile: () => unknown },
): BegunCode {
  const { config, stateDir, reporter } = withEnvironment(given);
  const onDamaged = warnDamaged(reporter);
  const opened = begin(openSite(config, stateDir, { onDamaged, meanwhile }));
  const prepared = Promise.all([opened, ready]).then(([site]) =>
    prepareClientOfBuild({ config, stateDir, onDamaged, site, ...(hasFailed && { hasFailed }) }),
  );
  return { opened, client: begin(prepared) };
}

/** Starts work in parallel; its error is thrown where it is awaited. */
export function begin<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
