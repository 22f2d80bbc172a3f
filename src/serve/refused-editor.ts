/** Why the visual editor sees the published page: said in the log, and in the frame (src/client/preview/preview.ts). */
import { type Refusal, readEditorToken, refusalOf, type TokenAccess } from "../edge/editor-token.ts";
import { sitegenError } from "../problems/errors.ts";

/** Each reason is said once in this time, of each space: a frame asks again and again. */
const AGAIN_MS = 60_000;

export function createRefusals(access: readonly TokenAccess[], warn: (message: string) => void, now = Date.now) {
  const said = new Map<string, number>();
  return async (search: string, known: Refusal | null): Promise<Refusal | null> => {
    const refusal = known ?? (await refusalOf(search, access, now()));
    const what = refusal && ("space" in refusal ? `${refusal.reason} ${refusal.space}` : refusal.reason);
    if (refusal && what && now() - (said.get(what) ?? 0) > AGAIN_MS) {
      said.set(what, now());
      const { title, code, message, hint } = errorFor(refusal, search);
      warn(`${title} ${code}: ${message} The published page is shown.\n${hint}`);
    }
    return refusal;
  };
}

function errorFor(refusal: Refusal, search: string) {
  const { spaceId = "" } = readEditorToken(search) ?? {};
  const of = /^\d{1,15}$/.test(spaceId) ? ` of space ${spaceId}` : "";
  if (refusal.reason === "preview_elsewhere")
    return sitegenError("PREVIEW_ADDRESS", { message: `The visual editor${of} opens pages of another space.` });
  const { reason, minutes } = refusal;
  if (reason === "preview_late") {
    const message = `The visual editor's token is ${minutes} minutes old.`;
    const hint = "Reload the editor. If it was opened just now, set the clock of this machine: it is ahead.";
    return sitegenError("PREVIEW_CLOCK", { message, hint });
  }
  if (reason === "preview_early") {
    const message = `The visual editor's token is of ${minutes} minutes from now: the clock of this machine is behind.`;
    return sitegenError("PREVIEW_CLOCK", { message });
  }
  const message = `The visual editor${of} has a token that was not made with STORYBLOK_PREVIEW_TOKEN.`;
  return sitegenError("PREVIEW_TOKEN", { message });
}
