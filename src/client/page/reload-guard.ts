import { RELOAD_KEY } from "../storage-keys.ts";
import type { Store } from "./storage.ts";

/** Specification §8, §9: the same path is not reloaded again within 10 s. */
const EXPIRES_AFTER = 10_000;

/** True if a reload at the path is allowed now; records it. */
export function mayReload(path: string, store: Store, now = Date.now()): boolean {
  const last = store.read(RELOAD_KEY) as { path?: string; expires?: number } | null;
  if (last?.path === path && (last.expires ?? 0) > now) return false;
  store.write(RELOAD_KEY, { path, expires: now + EXPIRES_AFTER });
  return true;
}
