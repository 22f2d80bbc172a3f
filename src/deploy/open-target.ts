import type { ListedFile } from "../publish/file-list.ts";
import { readListed } from "./local-build.ts";
import type { TargetAddress } from "./parse-target.ts";
import type { Target } from "./target.ts";

export interface TargetOptions {
  address: TargetAddress;
  out: string;
  /** URL of an S3-compatible service; "" for Amazon S3. */
  endpoint: string;
  env: Readonly<Record<string, string | undefined>>;
  jobs: number;
}

/** Opens a target; the library it needs is loaded here. `isReadOnly`: one that does not exist is not made. */
export async function openTarget(options: TargetOptions & { isReadOnly?: boolean }): Promise<Target> {
  const { address, env, jobs } = options;
  if (address.kind === "s3") {
    const { openS3Target } = await import("./targets/s3.ts");
    const endpoint = options.endpoint || env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || "";
    const md5Of = async (file: ListedFile) =>
      Buffer.from((await readListed(options.out, file)).md5, "base64").toString("hex");
    return openS3Target({ ...address, endpoint, env, connections: jobs, md5Of });
  }
  if (address.kind === "sftp") {
    const { openSftpTarget } = await import("./targets/sftp.ts");
    return openSftpTarget(address, env);
  }
  const { openFolderTarget } = await import("./targets/folder.ts");
  return openFolderTarget(address.path, options);
}
