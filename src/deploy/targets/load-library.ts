import { sitegenError } from "../../problems/errors.ts";

/** Loads a library that only `sitegen deploy` needs, which its users install themselves. */
export async function loadLibrary<T>(name: string, version: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing) throw cause;
    throw sitegenError("DEPLOY_LIBRARY", {
      message: `This target needs the package ${name}, which is not installed.`,
      hint: `Run \`npm install ${name}@${version}\` and deploy again.`,
      cause,
    });
  }
}
