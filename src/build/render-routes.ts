import type { Route } from "../content/site.ts";
import { sitegenError } from "../errors.ts";
import type { Output } from "../publish/output.ts";
import type { DigestedSpace } from "./digests.ts";
import { createFactValues } from "./facts.ts";
import { shortHash } from "./hash.ts";
import { ownBlocksFolder } from "./load-blocks.ts";
import { pageFile, payloadFile } from "./make-page.ts";
import { makePages } from "./make-pages.ts";
import type { BuildOptions } from "./options.ts";
import { pageBasis } from "./page-basis.ts";
import { openPageRecords, type PageRecord, type PageRecords, type RenderReason } from "./page-records.ts";
import type { Client } from "./prepare-client.ts";
import type { References } from "./references.ts";
import type { World, WorldInput } from "./world.ts";
import { createWriteQueue } from "./write-queue.ts";

/** Files written at once: enough to keep the disk busy (measured between 4 and 64). */
const WRITES = 32;

export interface RenderResult {
  /** Routes that failed and kept their last good version. */
  kept: string[];
  /** Routes that were not rendered, since nothing they are made from changed. */
  unchanged: number;
}

export interface RenderOptions
  extends Pick<BuildOptions, "config" | "stateDir" | "full" | "keepGoing" | "jobs" | "reporter"> {
  world: World;
  /** What a worker makes its own world from. */
  input: WorldInput;
  client: Client;
  output: Output;
  references: References;
  storyHashes: DigestedSpace["hashes"];
  signal?: AbortSignal | undefined;
}

/** Renders what changed into the stage, a few pages at a time, so that memory does not grow with the site. */
export async function renderRoutes(options: RenderOptions): Promise<RenderResult> {
  const { world, output, references, keepGoing, reporter } = options;
  const records = openPageRecords(options.stateDir, options.full);
  const failures: { path: string; message: string }[] = [];
  const kept: string[] = [];
  const stamps = createStamps(options);
  const routes = changedRoutes({ world, output, records, stamps });
  const writes = createWriteQueue(WRITES);
  let done = 0;
  for await (const made of makePages({ ...options, routes })) {
    const { route } = made;
    done += 1;
    if (done % 50 === 0) reporter.progress(done, routes.length);
    if ("message" in made) {
      failures.push({ path: route.path, message: made.message });
      if (keepGoing && keepLast(route.path, output)) kept.push(route.path);
      continue;
    }
    const { page } = made;
    await writes.push(async () => {
      const source = route.path;
      const payload = await output.put(payloadFile(route.path), page.json, { source });
      const html = await output.put(pageFile(route.path), page.html, { source });
      const { facts, problems } = page;
      const stamp = stamps(route, facts);
      const reason = reasonFor(records.get(route.path), stamps, route);
      records.set(route.path, { stamp, reason, build: records.build, facts, problems, html, payload });
    });
    references.add(route.path, page.html);
    world.problems.push(...page.problems);
  }
  await writes.drain();
  records.save();
  reportFailures(failures, world);
  if (failures.length > 0 && !keepGoing) throw renderError(failures);
  return { kept: kept.sort(), unchanged: world.site.routes.length - routes.length };
}

/** The routes that have to be rendered; all others are kept as they lie in the output folder. */
function changedRoutes(options: { world: World; output: Output; records: PageRecords; stamps: Stamps }): Route[] {
  const { world, output, records, stamps } = options;
  return world.site.routes.filter((route) => {
    const known = records.get(route.path);
    if (!known || !keepUnchanged(route, known, stamps(route, known.facts), output)) return true;
    records.set(route.path, known);
    world.problems.push(...known.problems);
    return false;
  });
}

type Stamps = (route: Route, facts: readonly string[]) => string;

/** A page's stamp: equal stamps mean that the page would come out the same. */
function createStamps({ world, client, config, storyHashes }: RenderOptions): Stamps {
  const basis = pageBasis(world.settings, client, ownBlocksFolder(config));
  const value = createFactValues(world);
  return (route, facts) => {
    const { lang, uuid } = route;
    const story = storyHashes[lang].get(uuid) ?? storyHashes.en.get(uuid) ?? "";
    const values = facts.map((fact) => `${fact}=${value(lang, fact)}`);
    const parts = [basis, world.sharedFiles[lang].path, JSON.stringify([route, story]), values.join("\n")];
    return parts.map(shortHash).join(".");
  };
}

const REASONS: readonly RenderReason[] = ["code", "shared", "story", "facts"];

/** What had changed of a page that was rendered again; "output" when only its file was not there any more. */
function reasonFor(known: PageRecord | undefined, stamps: Stamps, route: Route): RenderReason {
  if (!known) return "new";
  const before = known.stamp.split(".");
  const now = stamps(route, known.facts).split(".");
  return REASONS.find((_, index) => before[index] !== now[index]) ?? "output";
}

function keepUnchanged(route: Route, known: PageRecord, stamp: string, output: Output): boolean {
  if (known.stamp !== stamp) return false;
  const source = route.path;
  return (
    output.keep(payloadFile(route.path), { source, hash: known.payload }) &&
    output.keep(pageFile(route.path), { source, hash: known.html })
  );
}

function keepLast(path: string, output: Output): boolean {
  return output.keep(payloadFile(path)) && output.keep(pageFile(path));
}

function reportFailures(failures: readonly { path: string; message: string }[], world: World): void {
  for (const { path, message } of failures) {
    world.problems.push({
      severity: "error",
      code: "RENDER_FAILED",
      message: `The page ${path} could not be rendered: ${message}`,
      story: path.replace(/^\/|\/$/g, "") || "home",
      path: "",
      hint: "Look at what was changed last in this story.",
    });
  }
}

function renderError(failures: readonly { path: string; message: string }[]) {
  const list = failures.slice(0, 10).map(({ path, message }) => `${path}: ${message}`);
  const more = failures.length > 10 ? [`and ${failures.length - 10} more`] : [];
  return sitegenError("RENDER_FAILED", { message: [...list, ...more].join("\n") });
}
