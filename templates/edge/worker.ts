// Drafts for the visual editor, and links of `sitegen share`, as a Cloudflare Worker on a route of the site, such as
// www.example.com/api/drafts*. Set STORYBLOK_PREVIEW_TOKEN, STORYBLOK_SPACE_ID and, for links, SITEGEN_SHARE_SECRET with
// `wrangler secret put`.
import { answerDraft, type EdgeEnvironment } from "sitegen-storyblok/drafts";

export default {
  fetch: (request: Request, env: EdgeEnvironment): Promise<Response> => answerDraft(request, { env }),
};
