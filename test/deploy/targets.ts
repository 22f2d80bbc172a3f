import { mkdirSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readTree } from "../publish/helpers.ts";
import { type DeployFolders, type Read, readFolder } from "./deploy-folders.ts";
import { BUCKET, type S3Service, startS3 } from "./s3-service.ts";
import { type SshServer, startSshServer } from "./ssh-server.ts";

/** A kind of target for a test. */
export interface TargetFixture {
  /** URL of an empty target. */
  address(name: string): string;
  env: Record<string, string>;
  endpoint: string;
  read(name: string): Read;
  tree(name: string): Promise<Record<string, string>>;
  /** Puts a file there from outside. */
  plant(name: string, path: string, text: string): Promise<void>;
  s3?: S3Service;
  ssh?: SshServer;
  close(): Promise<void>;
}

export const KINDS = ["folder", "S3", "SFTP"] as const;
export type Kind = (typeof KINDS)[number];

export async function openTargetFixture(kind: Kind, place: DeployFolders): Promise<TargetFixture> {
  if (kind === "S3") return openS3Rig();
  const root = (name: string) => join(place.root, "targets", name);
  const common = {
    endpoint: "",
    read: (name: string) => readFolder(root(name)),
    tree: async (name: string) => ((await readdir(root(name)).catch(() => null)) ? readTree(root(name)) : {}),
    plant: async (name: string, path: string, text: string) => {
      mkdirSync(dirname(join(root(name), path)), { recursive: true });
      writeFileSync(join(root(name), path), text);
    },
  };
  mkdirSync(join(place.root, "targets"), { recursive: true });
  const clean = () => rm(join(place.root, "targets"), { recursive: true, force: true });
  if (kind === "folder") return { ...common, address: root, env: {}, close: clean };
  const ssh = await startSshServer();
  return {
    ...common,
    address: (name) => `${ssh.origin}${root(name)}`,
    env: ssh.env,
    ssh,
    close: async () => {
      await ssh.close();
      await clean();
    },
  };
}

async function openS3Rig(): Promise<TargetFixture> {
  const s3 = await startS3();
  return {
    address: (name) => `s3://${BUCKET}/${name}`,
    env: s3.env,
    endpoint: s3.endpoint,
    read: (name) => (path) => s3.text(`${name}/${path}`),
    tree: async (name) => {
      const keys = (await s3.keys()).filter((key) => key.startsWith(`${name}/`));
      const texts = keys.map(async (key) => [key.slice(name.length + 1), (await s3.text(key)) ?? ""]);
      return Object.fromEntries(await Promise.all(texts));
    },
    plant: (name, path, text) => s3.put(`${name}/${path}`, text),
    s3,
    close: () => s3.close(),
  };
}
