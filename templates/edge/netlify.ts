// Drafts for the visual editor, and links of `sitegen share`, on Netlify. Set STORYBLOK_PREVIEW_TOKEN,
// STORYBLOK_SPACE_ID and, for links, SITEGEN_SHARE_SECRET in the site's environment.
import { answerDraft } from "sitegen-storyblok/drafts";

export default (request: Request): Promise<Response> => answerDraft(request, { env: process.env });

export const config = { path: ["/api/drafts", "/api/drafts/*"] };
