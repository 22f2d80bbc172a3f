/**
 * The catalogue of errors that stop a command. Codes are permanent: they are in logs, scripts and docs/error-codes.md.
 * What is wrong in the content is a Problem (problem.ts).
 */
interface CatalogueEntry {
  readonly title: string;
  /** What to do; whoever throws the error may give a better hint. */
  readonly hint: string;
  /** Exit code of the command. */
  readonly exit: 1 | 2 | 4 | 5 | 130;
}

export const ERRORS = {
  USAGE: { title: "Usage", hint: "Run `sitegen --help` to see the commands.", exit: 2 },
  CONFIG_NOT_FOUND: { title: "Configuration file not found", hint: "Check the path given to --config.", exit: 2 },
  CONFIG_UNREADABLE: { title: "Configuration cannot be read", hint: "Fix the file and run again.", exit: 2 },
  CONFIG_INVALID: { title: "Invalid configuration", hint: "See docs/configuration.md for every key.", exit: 2 },
  SPACE_BROKEN: { title: "Space folder is damaged", hint: "Fix the named file.", exit: 2 },
  SPACE_LISTEN: { title: "Port cannot be used", hint: "Choose another with --port.", exit: 2 },
  SERVE_LISTEN: { title: "Port cannot be used", hint: "Choose another with --port.", exit: 2 },
  FETCH_UNAUTHORIZED: {
    title: "Content service rejected the token",
    hint: "Check STORYBLOK_TOKEN, and the space's region: outside of the EU set storyblok.region, or STORYBLOK_ENDPOINT for `init`.",
    exit: 5,
  },
  FETCH_OTHER_SPACE: {
    title: "Token is of another space",
    hint: "STORYBLOK_SPACE_ID names the space. Set a token of that space, or the number of this one.",
    exit: 5,
  },
  FETCH_UNREACHABLE: {
    title: "Content service cannot be reached",
    hint: "Check STORYBLOK_ENDPOINT and the network, or build from the last pull with --offline.",
    exit: 5,
  },
  FETCH_RATE_LIMIT: {
    title: "Rate limit of the content service exceeded",
    hint: "Lower storyblok.requestsPerSecond or wait, then run again.",
    exit: 5,
  },
  FETCH_FAILED: {
    title: "Content service returned an error",
    hint: "Run again. If it fails again, check the status code.",
    exit: 5,
  },
  FETCH_BAD_ANSWER: {
    title: "Response of the content service cannot be read",
    hint: "Check that STORYBLOK_ENDPOINT ends in /v2 and points to a content delivery API.",
    exit: 5,
  },
  FETCH_MOVING: { title: "Content keeps changing during the pull", hint: "Try again in a moment.", exit: 5 },
  RELEASE_UNKNOWN: {
    title: "Release not found",
    hint: "Its number is in the visual editor's address, and in `_storyblok_release` of the preview's. A release that was merged is gone: build without --release.",
    exit: 2,
  },
  RELEASE_MERGED: {
    title: "Release was merged meanwhile",
    hint: "Its stories are published now: build without --release.",
    exit: 1,
  },
  SNAPSHOT_MISSING: { title: "No snapshot to build from", hint: "Run once without --offline.", exit: 1 },
  SOURCE_FAILED: {
    title: "A source of the site could not be loaded",
    hint: "Check its `load` in the site definition, and what it asks.",
    exit: 1,
  },
  BUILD_STRICT: {
    title: "Content problems found (--strict)",
    hint: "Fix the content or build without --strict.",
    exit: 1,
  },
  BUILD_NO_PAGES: {
    title: "Nothing to publish",
    hint: "Publish at least one story in the content service, or run again with --allow-removals.",
    exit: 1,
  },
  BUILD_REMOVES_PAGES: {
    title: "Too many pages would be removed",
    hint: "Check the space, its token and the configuration. If the removal is intended, run again with --allow-removals or raise maxRemovedShare.",
    exit: 1,
  },
  RENDER_FAILED: {
    title: "Pages could not be rendered",
    hint: "Fix the code at the named place, or keep their last good version with --keep-going.",
    exit: 1,
  },
  ROUTE_TAKEN: { title: "Two pages have one path", hint: "Give the route or the story another path.", exit: 1 },
  ROUTE_INVALID: {
    title: "Route of the site definition cannot be a page",
    hint: "Fix the named key of the site definition.",
    exit: 1,
  },
  BUNDLE_FAILED: { title: "Client bundle could not be built", hint: "Fix the named file.", exit: 1 },
  TEMPLATE_BROKEN: { title: "Document template is damaged", hint: "Restore the named slot.", exit: 1 },
  STATE_NOT_WRITABLE: {
    title: "State folder cannot be written",
    hint: "Check its permissions and the disk's space, or choose another with --state.",
    exit: 1,
  },
  STATE_KEY: {
    title: "State at the target is of another key",
    hint: "Set SITEGEN_STATE_KEY to the key with which it was left, at least 32 characters: `openssl rand -hex 32` makes one.",
    exit: 1,
  },
  STATE_OTHER_SITE: {
    title: "State at the target is of another site",
    hint: "Check the target's address, and site.origin and site.base of the configuration.",
    exit: 1,
  },
  STATE_PART: {
    title: "State at the target is incomplete",
    hint: "Run again without --from: the whole space is pulled.",
    exit: 1,
  },
  DISK_FULL: {
    title: "Disk is full",
    hint: "Free space on it or choose a folder on another disk, then run again. What is published is unchanged.",
    exit: 1,
  },
  PUBLISH_LOCKED: { title: "Another build is writing this folder", hint: "Wait for it to end.", exit: 1 },
  PUBLISH_NOT_WRITABLE: {
    title: "Output folder cannot be written",
    hint: "Check its permissions or choose another with --out.",
    exit: 1,
  },
  PUBLISH_DUPLICATE: { title: "One file is made twice", hint: "Rename one of them: a page by its slug.", exit: 1 },
  PUBLISH_UNSAFE_PATH: { title: "Path leads out of the output folder", hint: "Fix the slug.", exit: 1 },
  PUBLISH_FOREIGN_FILE: {
    title: "Would overwrite a file sitegen did not create",
    hint: "Move the file, or choose another folder with --out.",
    exit: 1,
  },
  PUBLISH_FAILED: { title: "Publishing was interrupted", hint: "Mend the cause, then run again to end it.", exit: 1 },
  PUBLISH_INCOMPLETE: { title: "A page refers to a file that is not there", hint: "Run again with --full.", exit: 1 },
  ASSET_FAILED: { title: "Asset could not be read", hint: "Replace it in the content service.", exit: 1 },
  REDIRECTS_INVALID: { title: "Invalid redirect rule", hint: "Fix the named line.", exit: 2 },
  EXPORT_FAILED: { title: "Space could not be exported", hint: "See the message.", exit: 1 },
  LISTEN_CONFIG: { title: "Webhook receiver cannot start", hint: "See `sitegen listen --help`.", exit: 2 },
  DEPLOY_TARGET: {
    title: "Invalid target",
    hint: "Give s3://bucket/prefix, sftp://user@host/path or a folder.",
    exit: 2,
  },
  DEPLOY_LIBRARY: { title: "Library for this target is missing", hint: "Install the named package.", exit: 1 },
  DEPLOY_DOMAINS: {
    title: "Output folder holds several domains",
    hint: "Deploy the folder of each domain to its own host with --out.",
    exit: 2,
  },
  DEPLOY_NO_BUILD: { title: "Nothing to deploy", hint: "Run `sitegen generate` first.", exit: 1 },
  DEPLOY_OUT_CHANGED: {
    title: "Output folder is not what the build published",
    hint: "Run `sitegen generate`, which repairs it, then deploy again.",
    exit: 1,
  },
  DEPLOY_LOCKED: { title: "Another deploy is running", hint: "Wait for it to end.", exit: 1 },
  DEPLOY_SWITCH: {
    title: "Target cannot be switched",
    hint: "Deploy without --switch; what is live is as it was.",
    exit: 1,
  },
  DEPLOY_REFUSED: {
    title: "Access to the target denied",
    hint: "Check the credentials and what they may do: read, list, write and delete.",
    exit: 1,
  },
  DEPLOY_NOT_FOUND: { title: "Target not found", hint: "Check bucket, host and path.", exit: 1 },
  DEPLOY_HOST_KEY: { title: "Host key does not match", hint: "Verify the key with the owner of the host.", exit: 1 },
  DEPLOY_UNREACHABLE: {
    title: "Target cannot be reached",
    hint: "Run again: the next deploy sends only what is missing.",
    exit: 1,
  },
  DEPLOY_NO_SPACE: { title: "Target is full", hint: "Free space there, then run again.", exit: 1 },
  DEPLOY_FAILED: {
    title: "Target returned an error",
    hint: "Run again: the next deploy sends only what is missing.",
    exit: 1,
  },
  DEPLOY_FOREIGN: {
    title: "Target contains other files",
    hint: "Check the path. With --adopt the site is put beside it: files of the same name are replaced, others stay.",
    exit: 1,
  },
  DEPLOY_OTHER_SITE: {
    title: "Target contains another site",
    hint: "Check the target. With --adopt this site replaces the other one.",
    exit: 1,
  },
  DEPLOY_FOREIGN_FILE: {
    title: "Would overwrite files sitegen did not create",
    hint: "Move them away, or replace them with --adopt.",
    exit: 1,
  },
  ROLLBACK_UNKNOWN: { title: "Build not found", hint: "See `sitegen rollback --list`.", exit: 1 },
  ROLLBACK_FAILED: {
    title: "Build cannot be restored",
    hint: "Choose another one of `sitegen rollback --list`. Nothing was changed.",
    exit: 1,
  },
  HTTPS_AUTHORITY: {
    title: "Local authority cannot be used",
    hint: "Check the permissions of the named folder, or serve without --https.",
    exit: 2,
  },
  PREVIEW_CLOCK: { title: "Draft not shown", hint: "Set the clock of the machine that answers drafts.", exit: 1 },
  PREVIEW_TOKEN: { title: "Draft not shown", hint: "Check STORYBLOK_PREVIEW_TOKEN and STORYBLOK_SPACE_ID.", exit: 1 },
  PREVIEW_ADDRESS: { title: "Draft not shown", hint: "`sitegen doctor` says which preview address to set.", exit: 1 },
  SHARE_SECRET: {
    title: "Links cannot be signed",
    hint: "Set SITEGEN_SHARE_SECRET in the environment or in .env to 32 characters or more, such as `openssl rand -hex 32` prints, and to the same where drafts are answered.",
    exit: 2,
  },
  SHARE_TOKEN: {
    title: "Drafts cannot be read",
    hint: "Set STORYBLOK_PREVIEW_TOKEN in the environment or in .env to a preview token of the space.",
    exit: 2,
  },
  SHARE_NO_STORY: {
    title: "Story not found",
    hint: "Give its slug as in the content service, such as company/about, or its id.",
    exit: 1,
  },
  SHARE_NO_LINK: {
    title: "Link not found",
    hint: "Give its id, the link itself, its story, or `all` for every link that was ever made.",
    exit: 1,
  },
  VERIFY_ADDRESS: { title: "Invalid address", hint: "Give the site's address, https:// included.", exit: 2 },
  VERIFY_UNREACHABLE: { title: "Site cannot be reached", hint: "Check the address and the network.", exit: 1 },
  SHARD_INVALID: { title: "Invalid shard", hint: "Give --shard I/N with I from 1 to N, for example 2/4.", exit: 2 },
  PART_FOLDER: {
    title: "Not the folder of a part",
    hint: "Choose a folder of its own for each part with --out.",
    exit: 2,
  },
  PART_WRONG: {
    title: "Parts do not make up a build",
    hint: "Run the named shard again from the same pull. Nothing was published.",
    exit: 1,
  },
  INIT_FAILED: { title: "Folder could not be set up", hint: "See the message.", exit: 2 },
  INIT_SPACE_CONFLICT: {
    title: "The space has something else of these names",
    hint: "Nothing was changed. Delete the demo content of a new space in its Block Library and Content, or rename the site's blocks; `sitegen schema --diff` lists all differences.",
    exit: 2,
  },
  SCHEMA_INFERRED: {
    title: "Schemas were guessed from the content",
    hint: "Compare each with its component in the space and delete the line that says so, or use --force.",
    exit: 2,
  },
  SCHEMA_UNKNOWN: {
    title: "Components of the space are unknown",
    hint: "Set STORYBLOK_MANAGEMENT_TOKEN, run `storyblok components pull`, or name a file or folder with --components.",
    exit: 2,
  },
  INTERRUPTED: { title: "Interrupted", hint: "The output folder is unchanged.", exit: 130 },
  UNEXPECTED: { title: "Unexpected error", hint: "Run again with --verbose and report what it prints.", exit: 1 },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetails {
  message: string;
  /** File and line, story and block path, or method and path of a request. */
  where?: string | undefined;
  hint?: string | undefined;
  cause?: unknown;
}

/** An error for the user. Only cli/main.ts prints it. */
export class SitegenError extends Error {
  readonly code: ErrorCode;
  readonly title: string;
  readonly hint: string;
  readonly where: string;
  readonly exit: number;
  /** What is known of the command's result nevertheless, for --json. */
  known: object = {};

  constructor(code: ErrorCode, details: ErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    const entry: CatalogueEntry = ERRORS[code];
    this.name = "SitegenError";
    this.code = code;
    this.title = entry.title;
    this.hint = details.hint ?? entry.hint;
    this.where = details.where ?? "";
    this.exit = entry.exit;
  }
}

export function sitegenError(code: ErrorCode, details: ErrorDetails): SitegenError {
  return new SitegenError(code, details);
}
