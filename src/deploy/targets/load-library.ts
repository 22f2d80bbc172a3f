import { sitegenError } from "../../errors.ts";

/** Libraries that only `sitegen deploy` needs: they are installed by those who use it, and loaded here alone. */
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
