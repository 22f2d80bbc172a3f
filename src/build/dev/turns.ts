/** The order in which a site that is being developed takes changes in: what an open page shows first, then the rest. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Scope } from "./dev-sources.ts";

/** What is known to have changed. */
export interface Change {
  scope: Scope;
  content: boolean;
}

export interface Turns {
  /** Adds a change; ends what the rest of an earlier one still does. */
  request(change: Change): void;
  /** Resolves when every change can be shown. */
  shown(): Promise<void>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
}

export interface TurnsOptions {
  /** Takes a change in as far as it is seen. Never throws. */
  show(change: Change): Promise<void>;
  /** True where nothing is left of what was shown. */
  isWhole(): boolean;
  /** Does what is left. Never throws; ends soon after `cancel`. */
  complete(): Promise<void>;
  cancel(): void;
  signal: AbortSignal;
}

/** An open page is asked for and painted first: it wants the processor too. Whoever waits for the rest is not kept. */
const PAGE_FIRST_MS = 250;

const NOTHING: Change = { scope: "none", content: false };

export function createTurns({ show, isWhole, complete, cancel, signal }: TurnsOptions): Turns {
  let pending = NOTHING;
  let running: Promise<void> | null = null;
  let isShowing = false;
  let isCompleting = false;
  const waiting: (() => void)[] = [];
  let pause = new AbortController();
  const isPending = () => pending.scope !== "none" || pending.content;

  const showAll = async () => {
    isShowing = true;
    while (isPending() && !signal.aborted) {
      const now = pending;
      pending = NOTHING;
      await show(now);
    }
    isShowing = false;
    for (const resolve of waiting.splice(0)) resolve();
  };
  const completeLast = async () => {
    pause = new AbortController();
    await sleep(PAGE_FIRST_MS, undefined, { signal: pause.signal }).catch(() => undefined);
    if (isPending() || signal.aborted) return;
    isCompleting = true;
    await complete();
    isCompleting = false;
  };
  const work = async () => {
    while ((isPending() || !isWhole()) && !signal.aborted) {
      await showAll();
      if (!isPending() && !isWhole()) await completeLast();
    }
    // One may have begun to wait as the session ended.
    for (const resolve of waiting.splice(0)) resolve();
  };

  return {
    request({ scope, content }) {
      if (scope === "none" && !content) return;
      pending = { scope: wider(pending.scope, scope), content: pending.content || content };
      pause.abort();
      if (isCompleting) cancel();
      running ??= work().finally(() => {
        running = null;
      });
    },
    async shown() {
      if (running && (isPending() || isShowing)) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async idle() {
      while (running) {
        pause.abort();
        await running;
      }
    },
  };
}

const SCOPES: readonly Scope[] = ["none", "context", "styles", "all"];

function wider(a: Scope, b: Scope): Scope {
  return SCOPES[Math.max(SCOPES.indexOf(a), SCOPES.indexOf(b))] ?? "all";
}
