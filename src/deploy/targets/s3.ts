import { createReadStream } from "node:fs";
import type { PutObjectCommandInput } from "@aws-sdk/client-s3";
import { BUILDS_FOLDER, type ListedFile } from "../../publish/file-list.ts";
import { buildsByAge } from "../../publish/kept-builds.ts";
import { assertSafePath } from "../../publish/paths.ts";
import type { Retry } from "../retry.ts";
import {
  type FilesBeside,
  type LockFile,
  type RemoteFileState,
  type Target,
  type Upload,
  WORK_FOLDER,
} from "../target.ts";
import { loadLibrary } from "./load-library.ts";
import { createS3Client, type PayloadHashes, type S3Access } from "./s3-client.ts";
import { isConditionFailed, isNotFound, s3Error } from "./s3-errors.ts";
import { SWITCH_FILE, treeIn } from "./s3-trees.ts";
import { isSwitched } from "./switch-errors.ts";

/** Objects per listing; with fewer files, single requests are cheaper. */
const LIST_PAGE = 1000;

export interface S3Options extends S3Access {
  bucket: string;
  /** With a trailing slash, or "". */
  prefix: string;
  /** MD5 in hex of a file in the output folder, which is S3's ETag for a single upload. */
  md5Of: (file: ListedFile) => Promise<string>;
}

/** A bucket of an S3-compatible service. Credentials and region come from the usual environment variables. */
export async function openS3Target(options: S3Options): Promise<Target> {
  const { bucket, prefix, endpoint } = options;
  // On Node 20 the library would print the end of its support to stderr at every deploy.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const library = await loadLibrary("@aws-sdk/client-s3", "3", () => import("@aws-sdk/client-s3"));
  const payloadHashes: PayloadHashes = new WeakMap();
  const connect = () => createS3Client(library, { ...options, payloadHashes });
  let client = connect();
  let requests = 0;
  const attempt = async <T>(what: string, path: string, work: () => Promise<T>): Promise<T> => {
    requests += 1;
    try {
      return await work();
    } catch (raw) {
      throw s3Error(raw, { bucket, what, where: `s3://${bucket}/${prefix}${path}${endpoint && ` at ${endpoint}`}` });
    }
  };
  const at = (path: string) => ({ Bucket: bucket, Key: prefix + path });
  const put = (what: string, path: string, fields: Omit<PutObjectCommandInput, "Bucket" | "Key">) =>
    attempt(what, path, () => client.send(new library.PutObjectCommand({ ...at(path), ...fields })));
  const erase = (what: string, path: string) =>
    attempt(what, path, () => client.send(new library.DeleteObjectCommand(at(path))));
  const list = (input: { Prefix: string; Delimiter?: string; MaxKeys?: number; ContinuationToken?: string }) =>
    attempt("Listing the bucket", "", () =>
      client.send(new library.ListObjectsV2Command({ Bucket: bucket, ...input })),
    );
  const read = (path: string) =>
    attempt(`Reading ${path}`, path, async () => {
      const response = await client.send(new library.GetObjectCommand(at(path))).catch(nullWhenAbsent);
      if (!response?.Body) return null;
      const bytes = await response.Body.transformToByteArray();
      return { bytes, ageMs: Date.now() + client.config.systemClockOffset - (response.LastModified?.getTime() ?? 0) };
    });
  return {
    hasFolders: false,
    read: async (path) => (await read(path))?.bytes ?? null,
    async put(upload) {
      assertSafePath(upload.path, "deploy");
      const input = putInput(upload);
      payloadHashes.set(input.Body, upload.sha256);
      await put(`Putting ${upload.path}`, upload.path, input);
    },
    async putText(path, text) {
      await put(`Putting ${path}`, path, jsonBody(text));
    },
    async link(other, { path, redirect }) {
      assertSafePath(path, "deploy");
      if (other.kind !== "s3" || other.bucket !== bucket) return false;
      const CopySource = `${bucket}/${other.prefix}${path}`.split("/").map(encodeURIComponent).join("/");
      const fields = { CopySource, ...(redirect !== null && { WebsiteRedirectLocation: redirect }) };
      return attempt(`Copying ${path}`, path, async () => {
        const copied = await client
          .send(new library.CopyObjectCommand({ ...at(path), ...fields }))
          .catch(nullWhenAbsent);
        return copied !== null;
      });
    },
    async remove(paths, retry) {
      for (const path of paths) assertSafePath(path, "deploy");
      const Objects = paths.map((path) => ({ Key: prefix + path }));
      await retry(async () => {
        const response = await attempt("Deleting", paths[0] ?? "", () =>
          client.send(new library.DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })),
        );
        const [fault] = response.Errors ?? [];
        if (!fault) return;
        const path = (fault.Key ?? "").slice(prefix.length);
        throw s3Error(
          { name: fault.Code, message: fault.Message, $metadata: { httpStatusCode: 200 } },
          { bucket, what: `Deleting ${path}`, where: `s3://${bucket}/${fault.Key}` },
        );
      });
    },
    async builds() {
      const found = await listAll((work) => work(), `${BUILDS_FOLDER}files/`, { Delimiter: "/" });
      return buildsByAge([...found].map(([name, { at }]) => ({ name, at })));
    },
    compare,
    async peek() {
      const live = await read(SWITCH_FILE);
      if (live && treeIn(Buffer.from(live.bytes).toString()) !== null) throw isSwitched(`s3://${bucket}/${prefix}`);
      const { Contents = [] } = await list({ Prefix: prefix, MaxKeys: 10 });
      const names = Contents.map(({ Key = "" }) => Key.slice(prefix.length));
      return names.filter((name) => name !== "" && !name.startsWith(`${WORK_FOLDER}/`));
    },
    lock: s3Lock(),
    beside: s3Beside(),
    requests: () => requests,
    // An AbortSignal per request would prevent the middleware stack from being reused.
    interrupt() {
      client.destroy();
      client = connect();
    },
    close: async () => client.destroy(),
  };

  /** A bucket's objects may all be readable for visitors. */
  function s3Beside(): FilesBeside {
    const pathOf = (name: string) => `${WORK_FOLDER}/state/${name}`;
    return {
      prepare: async () => "open",
      read: async (name) => (await read(pathOf(name)))?.bytes ?? null,
      names: async () => [...(await listAll((work) => work(), pathOf(""))).keys()],
      async write(name, bytes) {
        const fields = { Body: bytes, ContentType: "application/octet-stream", CacheControl: "no-store" };
        await put("Writing the state", pathOf(name), fields);
      },
      async remove(names) {
        for (const name of names) await erase("Deleting of the state", pathOf(name));
      },
    };
  }

  function s3Lock(): LockFile {
    const path = `${WORK_FOLDER}/lock`;
    const create = (text: string, condition = {}) =>
      client.send(new library.PutObjectCommand({ ...at(path), ...condition, ...jsonBody(text) }));
    return {
      // Some services ignore conditions.
      isExclusive: false,
      create: (text) =>
        attempt("Taking the lock", path, async () => {
          try {
            await create(text, { IfNoneMatch: "*" });
            return true;
          } catch (raw) {
            if (isConditionFailed(raw)) return false;
            const { $metadata } = raw as { $metadata?: { httpStatusCode?: number } };
            if ($metadata?.httpStatusCode !== 501) throw raw;
            await create(text); // a service without conditional writes
            return true;
          }
        }),
      async read() {
        const found = await read(path);
        if (!found) return null;
        return { text: Buffer.from(found.bytes).toString("utf8"), ageMs: async () => found.ageMs };
      },
      async write(text) {
        await put("Writing the lock", path, jsonBody(text));
      },
      async remove() {
        await erase("Removing the lock", path);
      },
    };
  }

  async function compare(files: readonly ListedFile[], retry: Retry): Promise<Map<string, RemoteFileState>> {
    const tags = files.length < 50 ? await tagsOf(files, retry) : await listAll(retry);
    const states = new Map<string, RemoteFileState>();
    for (const file of files) {
      const tag = tags.get(file.path);
      // The ETag is the MD5 unless the bucket uses its own encryption key; then the file counts as different.
      const isSame = tag?.size === file.size && tag.etag === (await options.md5Of(file));
      states.set(file.path, tag ? (isSame ? "same" : "other") : "absent");
    }
    return states;
  }

  async function tagsOf(files: readonly ListedFile[], retry: Retry): Promise<Tags> {
    const tags: Tags = new Map();
    for (const { path } of files) {
      const response = await retry(() =>
        attempt(`Looking at ${path}`, path, () =>
          client.send(new library.HeadObjectCommand(at(path))).catch(nullWhenAbsent),
        ),
      );
      if (response) tags.set(path, { size: response.ContentLength ?? -1, etag: unquoted(response.ETag), at: 0 });
    }
    return tags;
  }

  /** Those of all files below a folder, by their paths in it. A service may have fewer in a page than were asked for. */
  async function listAll(retry: Retry, folder = "", more: { Delimiter?: string } = {}): Promise<Tags> {
    const tags: Tags = new Map();
    for (let token: string | undefined; ; ) {
      const input = {
        Prefix: prefix + folder,
        MaxKeys: LIST_PAGE,
        ...more,
        ...(token && { ContinuationToken: token }),
      };
      const page = await retry(() => list(input));
      for (const { Key = "", Size = -1, ETag, LastModified } of page.Contents ?? []) {
        const name = Key.slice(prefix.length + folder.length);
        tags.set(name, { size: Size, etag: unquoted(ETag), at: LastModified?.getTime() ?? 0 });
      }
      token = page.NextContinuationToken;
      if (!page.IsTruncated || !token) return tags;
    }
  }
}

/** `at` is when it was written, in milliseconds. */
type Tags = Map<string, { size: number; etag: string; at: number }>;

/** A file of sitegen's own. */
function jsonBody(text: string) {
  return { Body: text, ContentType: "application/json", CacheControl: "no-store" };
}

function putInput(upload: Upload) {
  return {
    Body: upload.bytes ?? createReadStream(upload.file),
    ContentLength: upload.size,
    ContentType: upload.contentType,
    CacheControl: upload.cacheControl,
    ContentMD5: upload.md5,
    ...(upload.redirect !== null && { WebsiteRedirectLocation: upload.redirect }),
  };
}

function nullWhenAbsent(raw: unknown): null {
  if (isNotFound(raw)) return null;
  throw raw;
}

function unquoted(etag: string | undefined): string {
  return (etag ?? "").replace(/^(W\/)?"|"$/g, "");
}
