import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../files/package-root.ts";

/** A file that `init` writes. */
interface CiFile {
  readonly path: string;
  readonly template: string;
}

const KEPT_BUILD: CiFile = { path: "ci/kept-build.sh", template: "ci/kept-build.sh" };

/** CI services, hosts that build by themselves, and containers, with their files; the first has the settings. */
export const CI_FILES = {
  github: [{ path: ".github/workflows/site.yml", template: "ci/github-actions.yml" }],
  gitlab: [{ path: ".gitlab-ci.yml", template: "ci/gitlab-ci.yml" }],
  bitbucket: [{ path: "bitbucket-pipelines.yml", template: "ci/bitbucket-pipelines.yml" }],
  azure: [{ path: "azure-pipelines.yml", template: "ci/azure-pipelines.yml" }],
  netlify: [
    { path: "netlify.toml", template: "ci/netlify.toml" },
    { path: "netlify/sitegen-cache/index.js", template: "ci/netlify-cache.js" },
    { path: "netlify/sitegen-cache/manifest.yml", template: "ci/netlify-cache.yml" },
  ],
  vercel: [{ path: "vercel.json", template: "ci/vercel.json" }, KEPT_BUILD],
  cloudflare: [{ path: "wrangler.toml", template: "ci/wrangler.toml" }, KEPT_BUILD],
  container: [
    { path: "Dockerfile", template: "container/Dockerfile" },
    { path: ".dockerignore", template: "container/dockerignore" },
    { path: "compose.yml", template: "container/compose.yml" },
    { path: "container/nginx.conf", template: "container/nginx.conf" },
    { path: "container/web.sh", template: "container/web.sh" },
    { path: "kubernetes.yml", template: "container/kubernetes.yml" },
    { path: "sitegen-listen.service", template: "ci/sitegen-listen.service" },
  ],
} as const satisfies Record<string, readonly CiFile[]>;

export type CiName = keyof typeof CI_FILES;

/** What answers a site's forms on a host, with its file and its template. */
export const FORM_FILES = {
  netlify: { path: "netlify/functions/forms.ts", template: "forms/netlify.ts" },
  cloudflare: { path: "functions/forms/[name].ts", template: "forms/cloudflare.ts" },
  node: { path: "forms-server.mjs", template: "forms/node.mjs" },
} as const;

/** The form that they answer. */
export const FORM_ITSELF = { path: "forms/contact.ts", template: "forms/contact.ts" } as const;

export type FormHost = keyof typeof FORM_FILES;

/** What answers drafts beside a static host, with its file and its template. */
export const DRAFT_FILES = {
  netlify: { path: "netlify/functions/drafts.ts", template: "edge/netlify.ts" },
  cloudflare: { path: "functions/api/drafts/[[path]].ts", template: "edge/cloudflare.ts" },
  worker: { path: "drafts-worker.ts", template: "edge/worker.ts" },
  lambda: { path: "drafts-lambda.mjs", template: "edge/lambda.mjs" },
} as const;

export type DraftHost = keyof typeof DRAFT_FILES;

export function readTemplate(name: string): Promise<string> {
  return readFile(join(PACKAGE_ROOT, "templates", name), "utf8");
}

/** Replaces `{{name}}` with values; other braces are kept. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
