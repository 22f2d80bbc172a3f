/** Brings back what `deploy` left at a target, as far as it is not here. Everything is checked before it is used. */
import { wasInterrupted } from "../deploy/deploy-lock.ts";
import { openTarget, type TargetOptions } from "../deploy/open-target.ts";
import { createRetry } from "../deploy/retry.ts";
import type { Target } from "../deploy/target.ts";
import { SWITCH_FILE, s3Trees, treeIn } from "../deploy/targets/s3-trees.ts";
import { contentHash } from "../files/hash.ts";
import { sitegenError } from "../problems/errors.ts";
import { LATEST_FILE } from "../publish/file-list.ts";
import { parseLatest } from "../publish/kept-builds.ts";
import { bringFiles, bringParts, bringRenames, forgetState, lost } from "./bring-files.ts";
import { AT_ONCE, createReading, LostPart, type Reading } from "./read-parts.ts";
import { KEY_VARIABLE, openSeal } from "./seal.ts";
import type { StatePlace } from "./state-files.ts";
import { LIST, LIST_LIMIT, parseList, programVersion, type StateFile, type StateList } from "./state-list.ts";

export interface BringOptions extends StatePlace, Omit<TargetOptions, "jobs"> {
  /** The site's name, if the configuration has one, and its base path. */
  site: { names: readonly string[]; base: string };
  /** Bring packs whole, for what reads every story. */
  whole: boolean;
  /** Bring nothing of the output folder, which will hold a part of the site. */
  withoutOut: boolean;
}

/** `null`: the state is here now. Otherwise why it cannot be used. */
export interface Brought {
  unusable: string | null;
  /** Packs of which parts are brought when they are read. */
  partial: readonly StateFile[];
  /** Bytes that were read from the target. */
  bytes: number;
}

/** The state at a target, and files of the site there. */
export type StateSource = Awaited<ReturnType<typeof bringState>>;

/** Opens the target, and brings what a build reads whole. Throws STATE_KEY and STATE_OTHER_SITE. */
export async function bringState(options: BringOptions) {
  const { address, endpoint, env } = options;
  const retry = createRetry({});
  const seal = openSeal(env[KEY_VARIABLE] ?? "");
  const target = await openTarget({ address, out: options.out, endpoint, env, jobs: AT_ONCE, isReadOnly: true });
  const site = await openSite(target, options);
  const reading = createReading(target, seal, retry);
  let list: StateList | null = null;
  const brought = async (unusable: string | null, partial: readonly StateFile[] = []): Promise<Brought> => {
    if (unusable !== null && list) await bringRenames(list, options, reading);
    return { unusable, partial, bytes: reading.bytes() };
  };
  const source = (result: Brought) => ({
    brought: result,
    /** Brings parts of a pack into its file. Throws STATE_PART. */
    parts: (pack: StateFile, indexes: readonly number[]) =>
      bringParts(options.stateDir, pack, { indexes, reading }).catch((error: unknown) => {
        throw error instanceof LostPart ? lost(error.message) : error;
      }),
    /** A file of the site. Throws STATE_PART. */
    async file(path: string, hash: string) {
      const bytes = await retry(() => site.read(path));
      if (bytes && contentHash(bytes) === hash) return bytes;
      throw lost(`${path} at the target is not what the last build published`);
    },
    close: async () => {
      await site.close();
      await target.close();
    },
  });
  try {
    const [found, latest, isHalfWay] = await Promise.all([
      readList(reading, options),
      retry(() => site.read(LATEST_FILE)),
      retry(() => wasInterrupted(site.lock)),
    ]);
    const served = latest ? parseLatest(Buffer.from(latest).toString("utf8")) : "";
    const why = "why" in found ? found.why : whyOther(found.list, served, isHalfWay);
    list = found.list;
    if (why !== null || list === null) return source(await brought(why));
    const partial = await bringFiles(list, options, reading);
    return source(await brought(null, partial));
  } catch (error) {
    if (error instanceof LostPart) {
      await forgetState(options);
      return source(await brought(error.message));
    }
    await site.close();
    await target.close();
    throw error;
  }
}

/** The live site: in a bucket that is switched, that of the live tree. */
async function openSite(target: Target, { address, out, endpoint, env }: BringOptions): Promise<Target> {
  if (address.kind !== "s3") return target;
  const live = treeIn(Buffer.from((await target.read(SWITCH_FILE)) ?? "").toString());
  if (live === null) return target;
  return openTarget({ address: s3Trees(address).addressOf(live), out, endpoint, env, jobs: AT_ONCE, isReadOnly: true });
}

/** Why the state is not that of the live site; null if it is. */
function whyOther({ build }: StateList, served: string, isHalfWay: boolean): string | null {
  if (isHalfWay) return "a deploy was interrupted there";
  return build === served ? null : `it is of build ${build}, and the target serves ${served || "none"}`;
}

type FoundList = { list: StateList } | { list: StateList | null; why: string };

/** The list of this site's state, and why it cannot be used. */
async function readList(reading: Reading, { address, site }: BringOptions): Promise<FoundList> {
  const sealed = await reading.list();
  if (!sealed) return { list: null, why: "there is none yet" };
  const opened = reading.seal.open(sealed, LIST, LIST_LIMIT);
  if (opened.is === "key") {
    const message = reading.seal.hides
      ? `The state at ${address.text} was not left with the key in ${KEY_VARIABLE}.`
      : `The state at ${address.text} is encrypted, and ${KEY_VARIABLE} is not set.`;
    throw sitegenError("STATE_KEY", { message, where: address.text });
  }
  const list = opened.is === "content" ? parseList(opened.content.toString()) : null;
  if (!list) return { list, why: "its list was changed or damaged, or another version of sitegen left it" };
  if (list.base === site.base && (site.names.length === 0 || site.names.includes(list.site)))
    return list.version === programVersion()
      ? { list }
      : { list, why: `version ${list.version.slice(0, 40)} of sitegen left it` };
  throw sitegenError("STATE_OTHER_SITE", {
    message: `The state at ${address.text} is of the site ${JSON.stringify(list.site + list.base).slice(1, -1)}.`,
    where: address.text,
  });
}
