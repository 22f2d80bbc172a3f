import { fnv1a } from "../../content/rules/fnv1a.ts";
import { sitegenError } from "../../problems/errors.ts";

/** One of several machines that share a build; 1-based. */
export interface Shard {
  index: number;
  of: number;
}

/** True if a route belongs to a shard. Depends on its path alone, so it is the same on every machine. */
export function belongsToShard(path: string, { index, of }: Shard): boolean {
  return fnv1a(path) % of === index - 1;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables of CI services that number parallel jobs, and whether they count from 0. */
const SCHEDULERS: readonly { index: string; of: string; from: 0 | 1 }[] = [
  { index: "CI_NODE_INDEX", of: "CI_NODE_TOTAL", from: 1 },
  { index: "JOB_COMPLETION_INDEX", of: "SITEGEN_SHARDS", from: 0 },
  { index: "AWS_BATCH_JOB_ARRAY_INDEX", of: "SITEGEN_SHARDS", from: 0 },
];

/** The shard from `--shard`, or else from CI variables; null for a build on one machine. */
export function readShard(flag: string | undefined, env: Environment): Shard | null {
  if (flag !== undefined) {
    const [, index = "", of = ""] = /^(\d+)\/(\d+)$/.exec(flag) ?? [];
    return checked(Number(index || Number.NaN), Number(of || Number.NaN), `--shard ${flag}`);
  }
  for (const { index, of, from } of SCHEDULERS) {
    const [number, total] = [env[index], env[of]];
    if (!number || !total) continue;
    const shard = checked(Number(number) + 1 - from, Number(total), `${index}=${number} with ${of}=${total}`);
    return shard.of === 1 ? null : shard;
  }
  return null;
}

function checked(index: number, of: number, given: string): Shard {
  const isFit = Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of;
  if (isFit) return { index, of };
  throw sitegenError("SHARD_INVALID", { message: `${given} is not a shard.` });
}
