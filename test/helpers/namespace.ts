/** Commands in namespaces of their own: mounts there are nowhere else, and root there has no rights outside. */
import { programPath } from "./test-programs.ts";

/** A command that runs a shell script as root of new namespaces; the script has the arguments as `$1` and so on. */
export function inNamespace(script: string, args: readonly string[], more: readonly string[] = []): string[] {
  return [
    programPath("namespaces"),
    "--user",
    "--map-root-user",
    "--mount",
    ...more,
    "sh",
    "-ec",
    script,
    "sh",
    ...args,
  ];
}

/** A command for which a folder's file system makes links and follows none. */
export function withoutFollowing(folder: string, command: readonly string[]): string[] {
  const script = 'mount --bind "$1" "$1"; mount -o remount,bind,nosymfollow,nosuid,nodev "$1"; shift; exec "$@"';
  return inNamespace(script, [folder, ...command]);
}
