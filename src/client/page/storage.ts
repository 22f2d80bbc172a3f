/** sessionStorage that may be missing, blocked, full or damaged; then nothing is stored. */
export interface Store {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
}

export function createStore(storage: () => Storage): Store {
  return {
    read(key) {
      try {
        return JSON.parse(storage().getItem(key) ?? "null");
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // Full or blocked: the page works without it.
      }
    },
    remove(key) {
      try {
        storage().removeItem(key);
      } catch {
        // Blocked: nothing is stored.
      }
    },
  };
}
