/** CI services with their configuration file and its template. */
export const CI_FILES = {
  github: { path: ".github/workflows/site.yml", template: "ci/github-actions.yml" },
  gitlab: { path: ".gitlab-ci.yml", template: "ci/gitlab-ci.yml" },
  netlify: { path: "netlify.toml", template: "ci/netlify.toml" },
  vercel: { path: "vercel.json", template: "ci/vercel.json" },
  cloudflare: { path: "wrangler.toml", template: "ci/wrangler.toml" },
} as const;

export type CiName = keyof typeof CI_FILES;
