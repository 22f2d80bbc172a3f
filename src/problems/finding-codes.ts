/**
 * What `sitegen doctor` finds wrong in a set-up, besides the errors that stop a command (errors.ts). Codes are permanent:
 * they are in scripts and in docs/error-codes.md.
 */
export const FINDINGS = {
  DOCTOR_NODE: {
    title: "Node is too old",
    hint: "Install the current long-term release of Node, and name it in your CI file.",
  },
  DOCTOR_REGION: {
    title: "The token belongs to a space of another region",
    hint: "Set storyblok.region in sitegen.config.ts to the named region.",
  },
  DOCTOR_SPACE: {
    title: "STORYBLOK_SPACE_ID names another space than the token",
    hint: "Copy both from the same space: Settings > General has the number, Settings > Access Tokens the token.",
  },
  DOCTOR_PREVIEW_TOKEN: {
    title: "The preview token cannot read drafts",
    hint: "Copy a token of the kind Preview from Settings > Access Tokens of the same space to STORYBLOK_PREVIEW_TOKEN.",
  },
  DOCTOR_PREVIEW_ADDRESS: {
    title: "The editor of a space opens the pages of another one",
    hint: "Set the preview address of the space, in Settings > Visual Editor, to the home of its first language.",
  },
  DOCTOR_CLOCK: {
    title: "The clock of this machine is wrong",
    hint: "Synchronize it (systemd-timesyncd, chrony): signatures of the editor, of S3 and of shared links expire by it.",
  },
  DOCTOR_DISK: {
    title: "The disk is almost full",
    hint: "Free space, or choose a folder on another disk with --out or --state.",
  },
  DOCTOR_WEBHOOK: {
    title: "The webhook's address does not answer",
    hint: "Check that `sitegen listen` runs, and that the web server in front passes the address on.",
  },
  DOCTOR_WEBHOOK_FAILED: {
    title: "The last publish of `sitegen listen` failed",
    hint: "Read its log, or /console.json with the key in SITEGEN_CONSOLE_KEY.",
  },
  DOCTOR_WEBHOOK_SECRET: {
    title: "The webhook has no secret",
    hint: "Set the same secret in Settings > Webhooks of the space and in STORYBLOK_WEBHOOK_SECRET.",
  },
  DOCTOR_HTTPS: {
    title: "An address is not encrypted",
    hint: "Serve it over https: the visual editor frames nothing else, and secrets in webhooks could be read.",
  },
  DOCTOR_SITE: {
    title: "The site does not show a page at its address",
    hint: "Check the address, its base path included, and what is deployed there.",
  },
  DOCTOR_SITE_BUILD: {
    title: "The site shows another build than the output folder",
    hint: "Deploy, or purge the cache in front of the host.",
  },
  DOCTOR_SITE_FILES: {
    title: "Files of the site are missing or differ from the output folder",
    hint: "Deploy again; `sitegen verify` lists all of them.",
  },
  DOCTOR_SITE_HEADERS: {
    title: "The host does not send the headers of the build",
    hint: "Name the host in `hosts` of sitegen.config.ts and use the file that it writes; for hosts without headers give --no-headers.",
  },
  DOCTOR_SITE_REDIRECTS: {
    title: "The host does not redirect as the build says",
    hint: "Name the host in `hosts` of sitegen.config.ts and use the file that it writes; `sitegen verify` lists all.",
  },
  DOCTOR_SITE_CACHING: {
    title: "The host lets browsers keep files longer or shorter than the build says",
    hint: "Use the host's file that the build writes; in a CDN choose “respect origin headers”.",
  },
  DOCTOR_CDN: {
    title: "A cache in front of the site keeps what must be asked for each time",
    hint: "Let the CDN respect Cache-Control, or purge what `deploy --print-changed` prints after each deploy.",
  },
  DOCTOR_EDITOR_FRAME: {
    title: "The visual editor may not frame the site",
    hint: "Remove X-Frame-Options, and name the editor's origin in frame-ancestors as the files of `hosts` do.",
  },
  DOCTOR_NOINDEX: {
    title: "The host keeps pages out of search engines",
    hint: "Remove the header X-Robots-Tag from the settings of the host, the proxy and the CDN: many send it for previews and addresses of their own.",
  },
  DOCTOR_NOT_FOUND: {
    title: "Unknown addresses are not answered with 404",
    hint: "Let the host answer them with 404.html and status 404, not with the home page.",
  },
} as const;

export type FindingCode = keyof typeof FINDINGS;
