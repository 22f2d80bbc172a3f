import type { Problem } from "../problem.ts";

/** An asset that could not be downloaded; pages show a placeholder. */
export function assetFailed(filename: string, cause: unknown): Problem {
  return problem("ASSET_FAILED", `The asset ${nameOf(filename)} could not be downloaded: ${reasonOf(cause)}`);
}

/** A host that does not respond: one problem for all its files, which keep their own URLs. */
export function hostUnreachable(host: string, count: number, cause: unknown): Problem {
  const files = count === 1 ? "one file" : `${count} files`;
  return {
    severity: "warning",
    code: "ASSET_HOST_UNREACHABLE",
    message: `${host} does not respond (${reasonOf(cause)}), so ${files} of it could not be mirrored; pages load them from the host itself, or show a link if it is neither the content service's nor in assetHosts.`,
    story: "",
    path: "",
    hint: "Check the network and the host, then run again.",
  };
}

/** An asset that was downloaded before and now fails. */
export function oldCopyKept(filename: string, cause: unknown): Problem {
  const message = `The asset ${nameOf(filename)} could not be downloaded again, so the last copy is used: ${reasonOf(cause)}`;
  return problem("ASSET_KEPT", message);
}

/** An image that can be published but not resized: visitors get the original. */
export function notScalable(filename: string, cause: unknown): Problem {
  const message = `The picture ${nameOf(filename)} is damaged, so it cannot be resized: ${reasonOf(cause)}`;
  return problem("ASSET_UNSCALED", message);
}

/** An asset on another host, which browsers would request without the visitor's consent. */
export function foreignHost(filename: string): Problem {
  const message = `The asset ${filename} is not on a host of the content service, so a video there is shown as a link and any other file is left out.`;
  const hint = "Upload the file to the content service and choose it there, or name the host in assetHosts.";
  return problem("ASSET_FOREIGN_HOST", message, hint);
}

const UPLOAD_AGAIN = "Upload the file again in the content service, or remove it from the stories that show it.";

function problem(code: string, message: string, hint = UPLOAD_AGAIN): Problem {
  return { severity: "warning", code, message, story: "", path: "", hint };
}

function nameOf(filename: string): string {
  return filename.split("/").at(-1) ?? filename;
}

/** `fetch` puts the network's message into the cause; sharp's messages have several lines. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { message } = cause.cause instanceof Error ? cause.cause : cause;
  return message.split("\n")[0] ?? message;
}
