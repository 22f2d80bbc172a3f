import { SitegenError } from "../problems/errors.ts";
import { type Answer, bad, finding } from "./finding.ts";
import { type Ask, checkHttps } from "./live-site.ts";

/** Whether the webhook's address answers, as far as this machine can see. */
export async function checkWebhook(url: string, { ask, hasSecret }: { ask: Ask; hasSecret: boolean }): Promise<Answer> {
  const { origin, pathname } = new URL(url);
  // The path may be what nobody else knows (`--path-secret`).
  const shown = pathname === "/" ? origin : `${origin}/…`;
  const findings = checkHttps(shown);
  if (!hasSecret) {
    const message = "STORYBLOK_WEBHOOK_SECRET is not set, so `sitegen listen` cannot tell who calls.";
    findings.push(finding("DOCTOR_WEBHOOK_SECRET", message, "STORYBLOK_WEBHOOK_SECRET"));
  }
  try {
    const { status, text } = await ask(url);
    if (status === 503 && IS_FAILED.test(text)) {
      findings.push(finding("DOCTOR_WEBHOOK_FAILED", `${shown} says that the last publish failed.`, shown));
    } else if (status !== 405 && /^\s*</.test(text)) {
      const message = `${shown} answers ${status} with a page of HTML, so another program is there.`;
      findings.push(finding("DOCTOR_WEBHOOK", message, shown));
    } else if (status >= 500) findings.push(finding("DOCTOR_WEBHOOK", `${shown} answers ${status}.`, shown));
    return bad(`answers ${status}`, ...findings);
  } catch (error) {
    if (!(error instanceof SitegenError) || error.code === "INTERRUPTED") throw error;
    return bad("no answer", ...findings, finding("DOCTOR_WEBHOOK", error.message.replaceAll(url, shown), shown));
  }
}

/** What `sitegen listen` answers to anyone after a failure. */
const IS_FAILED = /^\s*\{\s*"ok"\s*:\s*false\s*\}\s*$/;
