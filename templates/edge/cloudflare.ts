// Drafts for the visual editor, and links of `sitegen share`, on Cloudflare Pages. Set STORYBLOK_PREVIEW_TOKEN,
// STORYBLOK_SPACE_ID and, for links, SITEGEN_SHARE_SECRET as secrets of the project.
import { answerDraft, type EdgeEnvironment } from "sitegen-storyblok/drafts";

interface Env extends EdgeEnvironment {
  ASSETS: { fetch(url: URL): Promise<Response> };
}

export function onRequest({ request, env }: { request: Request; env: Env }): Promise<Response> {
  return answerDraft(request, { env, read: (href) => env.ASSETS.fetch(new URL(href, request.url)) });
}
