/** Questions to the content service: tokens, region, space, clock. */
import * as z from "zod";
import { type Attempt, attemptGet } from "../fetch/transport/attempt.ts";
import { requestError } from "../fetch/transport/request-errors.ts";
import { type Answer, bad, type Finding, finding, good } from "./finding.ts";

export interface ServiceAccess {
  endpoint: string;
  token: string;
  previewToken: string;
  /** Expected number of the space; "" if not set. */
  spaceId: string;
  timeoutMs: number;
  /** Content delivery APIs by region. */
  regions: Readonly<Record<string, string>>;
  /** Paths of the homes of the site's languages: of this space, its first first, and of other spaces. */
  homes: () => Promise<{ own: readonly string[]; others: readonly string[] }>;
  now: () => number;
  signal: AbortSignal;
}

const NO_HOMES: Awaited<ReturnType<ServiceAccess["homes"]>> = { own: [], others: [] };

/** Editor's links expire after an hour, S3's signatures after a quarter of one; queues and caches add to it. */
const MAX_SKEW_MS = 60_000;

const spaceAnswer = z.object({
  space: z.object({ id: z.number(), name: z.string().catch(""), domain: z.string().catch(""), version: z.number() }),
});

/** Whether the token reads the space, whose it is, and whether both clocks agree. */
export async function checkToken(access: ServiceAccess): Promise<Answer> {
  const { endpoint, spaceId, now } = access;
  const token = access.token || access.previewToken;
  const asked = now();
  const { attempt, url } = await ask(access, endpoint, token, "spaces/me");
  if (isRefused(attempt)) return bad("rejected", await refused(access, token, attempt, url));
  const space =
    attempt.kind === "response" && attempt.status === 200 ? spaceAnswer.safeParse(parse(attempt.text)) : null;
  if (attempt.kind !== "response" || !space?.success) throw requestError(attempt, { url, token, sent: 1 });
  const { id, name, version, domain } = space.data.space;
  const said = `space ${id}${name === "" ? "" : ` “${name}”`}, version ${version}`;
  const findings: Finding[] = [];
  if (spaceId !== "" && spaceId !== String(id)) {
    const message = `The token is of space ${id}, and STORYBLOK_SPACE_ID is ${spaceId}.`;
    findings.push(finding("DOCTOR_SPACE", message, "STORYBLOK_SPACE_ID"));
  }
  const theirs = Date.parse(attempt.headers.get("date") ?? "");
  // Whole seconds, and the time that the answer took, count for neither.
  const skew = theirs < asked ? theirs + 1000 - asked : Math.max(0, theirs - now());
  if (Math.abs(skew) > MAX_SKEW_MS) {
    const much = `${Math.round(Math.abs(skew) / 60_000)} min ${skew < 0 ? "ahead of" : "behind"}`;
    findings.push(finding("DOCTOR_CLOCK", `The clock is ${much} the content service's.`, new URL(endpoint).host));
  }
  const path = URL.canParse(domain) ? new URL(domain).pathname : "";
  const { own, others } = path === "" ? NO_HOMES : await access.homes();
  if (others.includes(path) && !own.includes(path)) {
    const message = `The preview address of space ${id} is ${domain}, where the pages of another space are.`;
    const hint = `Set it to ${new URL(own[0] ?? "/", domain).href} in Settings > Visual Editor of that space.`;
    findings.push(finding("DOCTOR_PREVIEW_ADDRESS", message, `space ${id}`, hint));
  }
  return bad(said, ...findings);
}

/** Whether the preview token reads drafts. */
export async function checkPreviewToken(access: ServiceAccess): Promise<Answer> {
  const { endpoint, token, previewToken } = access;
  if (previewToken === "") return good("none; only drafts and `sitegen serve` in the editor need it");
  const drafts = { version: "draft", per_page: "1" };
  const { attempt, url } = await ask(access, endpoint, previewToken, "stories", drafts);
  if (isRefused(attempt)) {
    const other = token === "" ? null : (await ask(access, endpoint, token, "stories", drafts)).attempt;
    const isMixedUp = other?.kind === "response" && other.status === 200 && token !== previewToken;
    const message = "The content service answers drafts with 401 for STORYBLOK_PREVIEW_TOKEN";
    const mixed = [`${message}, and sends them for STORYBLOK_TOKEN: the two are mixed up.`, SWAP] as const;
    const [said, hint] = isMixedUp ? mixed : [`${message}.`];
    return bad("rejected", finding("DOCTOR_PREVIEW_TOKEN", said, "STORYBLOK_PREVIEW_TOKEN", hint));
  }
  if (attempt.kind !== "response" || attempt.status !== 200) {
    throw requestError(attempt, { url, token: previewToken, sent: 1 });
  }
  if (token === "" || token === previewToken) return good("reads drafts");
  const [own, published] = await Promise.all([previewToken, token].map((one) => spaceOf(access, one)));
  if (own === published || own === null || published === null) return good("reads drafts");
  const message = `STORYBLOK_PREVIEW_TOKEN is of space ${own}, and STORYBLOK_TOKEN of space ${published}.`;
  return bad("of another space", finding("DOCTOR_PREVIEW_TOKEN", message, "STORYBLOK_PREVIEW_TOKEN"));
}

const SWAP = "Give each the value of the other: a token that reads drafts does not belong into a build.";

/** Null if the service does not say. */
async function spaceOf(access: ServiceAccess, token: string): Promise<number | null> {
  const { attempt } = await ask(access, access.endpoint, token, "spaces/me");
  const answer = attempt.kind === "response" ? spaceAnswer.safeParse(parse(attempt.text)) : null;
  return answer?.data?.space.id ?? null;
}

/** A token that one of the service's regions rejects may belong to another. */
async function refused(access: ServiceAccess, token: string, attempt: Attempt, url: string): Promise<Finding> {
  const { code, message } = requestError(attempt, { url, token, sent: 1 });
  const where = access.token === "" ? "STORYBLOK_PREVIEW_TOKEN" : "STORYBLOK_TOKEN";
  const regions = Object.entries(access.regions);
  const origin = (address: string) => new URL(address).origin;
  const own = regions.find(([, endpoint]) => origin(endpoint) === origin(access.endpoint));
  // The token is not shown to hosts that are none of the configured service's.
  if (!own) return { code, message, where, hint: "Check the token, and that STORYBLOK_ENDPOINT is its service." };
  const others = regions.filter(([, endpoint]) => origin(endpoint) !== origin(access.endpoint));
  const answers = await Promise.all(
    others.map(async ([name, endpoint]) => {
      const other = await ask(access, endpoint, token, "spaces/me");
      return other.attempt.kind === "response" && other.attempt.status === 200 ? [name] : [];
    }),
  );
  const right = answers.flat()[0];
  if (right !== undefined) {
    const found = `The token is rejected in region ${own[0]} and good in region ${right}.`;
    return finding(
      "DOCTOR_REGION",
      found,
      "storyblok.region",
      `Set storyblok: { region: "${right}" } in sitegen.config.ts.`,
    );
  }
  return {
    code,
    where,
    message: `${message} No other region (${others.map(([name]) => name).join(", ")}) knows it.`,
    hint: "Copy the token again from Settings > Access Tokens of the space; it may have been deleted.",
  };
}

async function ask(
  { timeoutMs, signal }: ServiceAccess,
  endpoint: string,
  token: string,
  path: string,
  params: Record<string, string> = {},
): Promise<{ attempt: Attempt; url: string }> {
  const url = `${endpoint}/cdn/${path}?${new URLSearchParams({ ...params, token })}`;
  const attempt = await attemptGet({ url, headers: {}, timeoutMs, signal, arrived: () => undefined });
  return { attempt, url };
}

function isRefused(attempt: Attempt): boolean {
  return attempt.kind === "response" && (attempt.status === 401 || attempt.status === 403);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
