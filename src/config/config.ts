import type { BundlerSettings } from "./bundler-settings.ts";
import type { FileConfig } from "./schema.ts";

/** The configuration, validated and frozen. Environment overrides file overrides defaults. */
export interface Config extends Omit<FileConfig, "storyblok" | "bundler"> {
  /** Folder to which relative paths in the configuration are relative. */
  root: string;
  file: string;
  /** True if the environment shows drafts. */
  drafts: boolean;
  /** Origins of languages with their own domain in this environment, by language code. */
  origins: Readonly<Record<string, string>>;
  /** Secret for viewing the state of `sitegen listen`; "" if not set. */
  consoleKey: string;
  /** Where `sitegen listen` posts each result; "" if not set. A secret. */
  notifyUrl: string;
  /** Links of `sitegen share`, from the environment; "" for what is not set. */
  share: {
    /** Signs them. */
    secret: string;
    /** Those that are taken back, beside those that the state folder knows. */
    revoked: string;
    /** Where drafts are answered, if not at the site's own address. */
    address: string;
  };
  bundler: BundlerSettings;
  /** Variables of the environment whose names begin with PUBLIC_, for the site's code. */
  publicVariables: Readonly<Record<string, string>>;
  /** Absolute paths of the configuration file and of the files that it imports. */
  sourceFiles: readonly string[];
  storyblok: FileConfig["storyblok"] &
    SpaceSettings & {
      /** What the environment has for the site's other spaces (`languages[].space`), by name. */
      spaces: Readonly<Record<string, SpaceSettings>>;
    };
}

/** A space's settings, from the environment; "" for what is not set. */
export interface SpaceSettings {
  /** Endpoint ending in /v2; "" if no space is configured and the sample space is used. */
  endpoint: string;
  token: string;
  previewToken: string;
  spaceId: string;
  /** Secret of the publish webhook for `sitegen listen`. */
  webhookSecret: string;
  /** The webhook's secret address, for `sitegen listen --path-secret`. */
  webhookPath: string;
}
