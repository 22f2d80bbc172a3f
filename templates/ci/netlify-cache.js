// Restores what the last build of this branch left, and keeps what this one leaves: snapshot, render cache, rename record
// and the last output. Losing them only costs time. They are as trusted as code, since builds publish what they hold;
// another branch's are not used.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";

const FOLDERS = [".sitegen", "out"];
const MARK = ".sitegen/branch";

export const onPreBuild = async ({ utils }) => {
  await utils.cache.restore(FOLDERS);
  const branch = await readFile(MARK, "utf8").catch(() => "");
  if (branch !== "" && branch === process.env.BRANCH) return;
  console.log("No build of this branch is kept: this one begins anew.");
  await Promise.all(FOLDERS.map((folder) => rm(folder, { recursive: true, force: true })));
};

export const onPostBuild = async ({ utils }) => {
  await mkdir(".sitegen", { recursive: true });
  await writeFile(MARK, process.env.BRANCH ?? "");
  await utils.cache.save(FOLDERS);
};
