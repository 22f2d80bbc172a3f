/** Options of `sitegen listen`, as the command line gives them. */
export interface ListenFlags {
  config?: string;
  out: string;
  state: string;
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
  verbose?: boolean;
}
