import type { FileConfig } from "./schema.ts";

/** Everything a command needs to know, checked and frozen. Precedence: environment over file over default. */
export interface Config extends Omit<FileConfig, "storyblok"> {
  /** Folder that relative paths in the configuration start from. */
  root: string;
  /** Path of the file that was read. */
  file: string;
  /** True where the environment shows drafts. */
  drafts: boolean;
  /** Origins of languages with a domain of their own in this environment, by language code. */
  origins: Readonly<Record<string, string>>;
  storyblok: FileConfig["storyblok"] & {
    /** Final endpoint ending in /v2; "" when no space is configured and the sample space is used. */
    endpoint: string;
    token: string;
    previewToken: string;
    spaceId: string;
    /** Secret of the publish webhook, for `sitegen listen`; "" when none is set. */
    webhookSecret: string;
  };
}
