import type { FileConfig } from "./schema.ts";

/** The configuration, validated and frozen. Environment overrides file overrides defaults. */
export interface Config extends Omit<FileConfig, "storyblok"> {
  /** Folder to which relative paths in the configuration are relative. */
  root: string;
  /** Path of the configuration file. */
  file: string;
  /** True if the environment shows drafts. */
  drafts: boolean;
  /** Origins of languages with their own domain in this environment, by language code. */
  origins: Readonly<Record<string, string>>;
  /** Whoever has it sees the state of `sitegen listen`; "" if not set. */
  consoleKey: string;
  storyblok: FileConfig["storyblok"] & {
    /** Endpoint ending in /v2; "" if no space is configured and the sample space is used. */
    endpoint: string;
    token: string;
    previewToken: string;
    spaceId: string;
    /** Secret of the publish webhook for `sitegen listen`; "" if not set. */
    webhookSecret: string;
  };
}
