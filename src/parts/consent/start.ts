/**
 * Runs before the app and without React: loads what the visitor granted, and asks if nothing has been decided. Only
 * included for sites with tags that wait for consent, or that ask unprompted.
 */
import { ask, loadDialog } from "virtual:sitegen/consent";
import { requestState } from "../../client/boot/request-state.ts";
import type { Shared } from "../../content/payload.ts";
import { CONSENT_CHANGED } from "../../kit/consent.ts";
import { createGatedTags } from "./gated-tags.ts";
import { isDecided, publishConsent } from "./publish-consent.ts";

const gated = createGatedTags();
window.addEventListener(CONSENT_CHANGED, () => {
  if (gated.removeWithdrawn()) location.reload();
  else gated.load();
});
publishConsent();
if (ask && !isDecided() && !isFramed())
  askVisitor().catch((error: unknown) => console.warn("The consent choice could not be opened.", error));

async function askVisitor(): Promise<void> {
  if (!loadDialog) return;
  const [{ consent }, shared] = await Promise.all([loadDialog(), requestState() as Promise<Shared>]);
  await consent({ shared, want: "answer" });
}

/** In the visual editor, the page is edited and not visited. */
function isFramed(): boolean {
  return window.top !== window.self;
}
