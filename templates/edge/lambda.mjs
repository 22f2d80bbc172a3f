// Drafts for the visual editor, and links of `sitegen share`, as an AWS Lambda function URL behind CloudFront
// (Node 20 or newer): bundle it with `npx esbuild drafts-lambda.mjs --bundle --platform=node --format=esm
// --outfile=index.mjs`. Set STORYBLOK_PREVIEW_TOKEN, STORYBLOK_SPACE_ID, SITEGEN_SITE_ORIGINS (the site's address) and,
// for links, SITEGEN_SHARE_SECRET in the function's environment.
import { answerDraft, lambdaHandler } from "sitegen-storyblok/drafts";

export const handler = lambdaHandler((request) => answerDraft(request, { env: process.env }));
