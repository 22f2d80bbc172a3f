/** Commands in namespaces of their own: mounts there are nowhere else, and root there has no rights outside. */
import { programPath } from "./test-programs.ts";

/** A command for which a folder's file system makes links and follows none. */
export function withoutFollowing(folder: string, command: readonly string[]): string[] {
  const script = 'mount --bind "$1" "$1"; mount -o remount,bind,nosymfollow,nosuid,nodev "$1"; shift; exec "$@"';
  const root = [programPath("namespaces"), "--user", "--map-root-user", "--mount"];
  return [...root, "sh", "-ec", script, "sh", folder, ...command];
}
