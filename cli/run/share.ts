import { resolve } from "node:path";
import { shareDraft } from "../../src/preview/share-draft.ts";
import { type KnownLink, readLinks, revokedText, writeLinks } from "../../src/preview/shared-links.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { type CommandContext, type CommonFlags, configOf } from "../command-context.ts";
import { YEAR } from "../commands/share.ts";
import { withStateFolder } from "./state-folder.ts";

export interface ShareFlags extends CommonFlags {
  for: number;
  language?: string;
  release?: string;
  at?: string;
  revoke?: string | true;
  state: string;
}

/** `sitegen share`: makes a link to a draft, or takes links back. */
export async function runShare(story: string | undefined, flags: ShareFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal } = context;
  const stateDir = resolve(cwd, flags.state);
  const say = (line: string) => flags.quiet || streams.stderr.write(`${line}\n`);
  if (flags.revoke !== undefined) {
    const named = flags.revoke === true ? story : flags.revoke;
    const { revoked, environment } = await withStateFolder(stateDir, () => revoke(stateDir, named ?? "all"));
    if (flags.json) streams.stdout.write(`${JSON.stringify({ ok: true, revoked, environment })}\n`);
    else streams.stdout.write(`${environment}\n`);
    say(`Taken back: ${revoked.join(", ")}. \`sitegen serve\` with this state folder refuses it from now on.`);
    say("A function at the edge does so once its environment has SITEGEN_SHARE_REVOKED set to the line above.");
    return 0;
  }
  if (!story) throw sitegenError("USAGE", { message: "No story is given.", hint: "See `sitegen share --help`." });
  const { config } = await configOf(flags, context);
  const { language = "", release = "", at = config.share.address, for: lasts } = flags;
  const given = { config, stateDir, story, language, release, lasts, at, signal };
  const { url, until, ...link } = await withStateFolder(stateDir, () => shareDraft(given));
  const ends = new Date(until).toISOString();
  if (flags.json) streams.stdout.write(`${JSON.stringify({ ok: true, url, ...link, until: ends })}\n`);
  else streams.stdout.write(`${url}\n`);
  say(`${link.slug} in ${link.language}, until ${ends}. Take it back with \`sitegen share --revoke ${link.link}\`.`);
  return 0;
}

/** The ids that are taken back, and what the edge has to know. */
async function revoke(stateDir: string, named: string): Promise<{ revoked: string[]; environment: string }> {
  const now = Date.now();
  const known = await readLinks(stateDir, now);
  if (named === "all") {
    // The newest may be of a machine whose clock is ahead.
    const before = Math.max(now, ...known.links.map(({ issued }) => issued));
    const all = { links: [], before, revoked: [] };
    await writeLinks(stateDir, all);
    return { revoked: ["all"], environment: revokedText(all) };
  }
  const found = known.links.filter((link) => isNamed(link, named));
  // The state of another machine may have it.
  const elsewhere = /^[0-9a-f]{12}$/.test(named) ? [{ link: named, until: now + YEAR }] : [];
  const taken = found.length > 0 ? found.map(({ link, until }) => ({ link, until })) : elsewhere;
  if (taken.length === 0) throw sitegenError("SHARE_NO_LINK", { message: `There is no link "${named}".` });
  const links = known.links.filter((link) => !found.includes(link));
  const revoked = [...known.revoked.filter(({ link }) => taken.every((one) => one.link !== link)), ...taken];
  await writeLinks(stateDir, { ...known, links, revoked });
  return { revoked: taken.map(({ link }) => link), environment: revokedText({ ...known, revoked }) };
}

function isNamed({ link, story, slug }: KnownLink, named: string): boolean {
  const trimmed = named.replace(/^\/+|\/+$/g, "");
  return link === named || String(story) === named || slug.replace(/\/$/, "") === trimmed || idOf(named) === link;
}

/** The id in a link. */
function idOf(url: string): string | null {
  const body = /\/s\/([\w-]+)\.[\w-]+$/.exec(url)?.[1];
  try {
    return body ? JSON.parse(Buffer.from(body, "base64url").toString()).link : null;
  } catch {
    return null;
  }
}
