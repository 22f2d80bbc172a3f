import type { FolderFlags } from "../command-context.ts";

/** Options of `sitegen listen`, as the command line gives them. */
export interface ListenFlags extends FolderFlags {
  port: number;
  host: string;
  every?: number;
  pathSecret?: boolean;
  notify?: string;
  deploy?: string;
  switch?: boolean;
  endpoint?: string;
  verify?: string;
  sample?: number;
  then?: string;
}
