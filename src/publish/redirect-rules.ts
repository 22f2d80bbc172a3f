/** The redirects that a build published, as its manifest lists them. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { errno } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import { metaPath } from "./file-list.ts";

const redirect = z.object({ to: z.string(), status: z.number().int() });
const manifest = z.object({
  routeRules: z.record(z.string(), z.object({ redirect: redirect.optional() })).default({}),
});

/** A redirect; `from` is a path without the base path, or a pattern, with its query if the redirect depends on it. */
export interface PublishedRule {
  from: string;
  to: string;
  status: number;
}

/** Null if the build has no manifest. */
export async function readRedirectRules(out: string, buildId: string): Promise<PublishedRule[] | null> {
  const path = metaPath(buildId);
  const text = await readFile(join(out, path), "utf8").catch((error: unknown) => {
    if (errno(error) === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const { routeRules } = manifest.parse(JSON.parse(text));
    return Object.entries(routeRules).flatMap(([from, rule]) => (rule.redirect ? [{ from, ...rule.redirect }] : []));
  } catch {
    throw damagedManifest(out, buildId, "is damaged");
  }
}

export function damagedManifest(out: string, buildId: string, how: string): Error {
  return sitegenError("DEPLOY_OUT_CHANGED", {
    message: `${metaPath(buildId)} in ${out} ${how}: it lists the pages and redirects of the last build.`,
    where: join(out, metaPath(buildId)),
  });
}
