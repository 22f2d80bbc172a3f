/** What answers drafts beside a static host, with its file and its template. */
export const DRAFT_FILES = {
  netlify: { path: "netlify/functions/drafts.ts", template: "edge/netlify.ts" },
  cloudflare: { path: "functions/api/drafts/[[path]].ts", template: "edge/cloudflare.ts" },
  worker: { path: "drafts-worker.ts", template: "edge/worker.ts" },
  lambda: { path: "drafts-lambda.mjs", template: "edge/lambda.mjs" },
} as const;

export type DraftHost = keyof typeof DRAFT_FILES;
