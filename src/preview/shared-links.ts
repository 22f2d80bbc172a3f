/** The links of `sitegen share` that are not over, in the state folder, and those that were taken back. */
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { writeFileAtomic } from "../files/write-file-atomic.ts";

const FILE = "shared-links.json";
const time = z.number().int().nonnegative();
const schema = z.object({
  links: z.array(
    z.object({
      link: z.string(),
      story: z.number(),
      slug: z.string(),
      language: z.string(),
      release: z.string(),
      issued: time,
      until: time,
    }),
  ),
  /** Time until which all links are taken back; 0 for none. */
  before: time,
  /** Ids of single links, with the time until which they would have shown a draft. */
  revoked: z.array(z.object({ link: z.string(), until: time })),
});

export type KnownLinks = z.infer<typeof schema>;

/** What is known of a link; not the link itself, which would show the draft to whoever reads the file. */
export type KnownLink = KnownLinks["links"][number];

/** Without those whose time is over. A damaged file has none, so `sitegen share --revoke all` is what remains. */
export async function readLinks(stateDir: string, now: number): Promise<KnownLinks> {
  const stored = await readFile(join(stateDir, FILE), "utf8")
    .then(JSON.parse)
    .catch(() => null);
  const { success, data } = schema.safeParse(stored);
  const { links, before, revoked } = success ? data : { links: [], before: 0, revoked: [] };
  const lives = ({ until }: { until: number }) => until > now;
  return { links: links.filter(lives), before, revoked: revoked.filter(lives) };
}

export async function writeLinks(stateDir: string, links: KnownLinks): Promise<void> {
  const file = join(stateDir, FILE);
  await writeFileAtomic(file, `${JSON.stringify(links, null, 2)}\n`);
  await chmod(file, 0o600);
}

/** As the variable SITEGEN_SHARE_REVOKED has it. */
export function revokedText({ before, revoked }: Pick<KnownLinks, "before" | "revoked">): string {
  return [...(before > 0 ? [`before:${before}`] : []), ...revoked.map(({ link }) => link)].join(",");
}

/** What `sitegen serve` refuses. */
export async function readRevoked(stateDir: string): Promise<string> {
  return revokedText(await readLinks(stateDir, Date.now()));
}
