/** Queues changes of the development server: what an open page shows is updated first, then the rest. */
import { setTimeout as sleep } from "node:timers/promises";
import type { RebuildScope } from "./dev-sources.ts";

/** Changes that are not processed yet. */
export interface PendingChange {
  scope: RebuildScope;
  content: boolean;
}

export interface UpdateQueueOptions {
  /** Processes the visible part of a change. Never throws. */
  show(change: PendingChange): Promise<void>;
  /** True when the last change is processed completely. */
  isWhole(): boolean;
  /** Processes the rest of the last change. Never throws; ends soon after `cancel`. */
  complete(): Promise<void>;
  cancel(): void;
  signal: AbortSignal;
}

/** Lets open pages reload and paint first, since they need the CPU too. Skipped when a caller waits for the rest. */
const PAGE_FIRST_MS = 250;

const NOTHING: PendingChange = { scope: "none", content: false };

export function createUpdateQueue({ show, isWhole, complete, cancel, signal }: UpdateQueueOptions) {
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
    // A caller may have started to wait while `complete` was ending.
    for (const resolve of waiting.splice(0)) resolve();
  };

  return {
    /** Adds a change; cancels the remaining work of an earlier one. */
    request({ scope, content }: PendingChange): void {
      if (scope === "none" && !content) return;
      pending = { scope: wider(pending.scope, scope), content: pending.content || content };
      pause.abort();
      if (isCompleting) cancel();
      running ??= work().finally(() => {
        running = null;
      });
    },
    /** Resolves when pages can show every change. */
    async shown() {
      if (running && (isPending() || isShowing)) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    /** Resolves when nothing is left to do. */
    async idle() {
      while (running) {
        pause.abort();
        await running;
      }
    },
  };
}

const SCOPES: readonly RebuildScope[] = ["none", "context", "styles", "all"];

function wider(a: RebuildScope, b: RebuildScope): RebuildScope {
  return SCOPES[Math.max(SCOPES.indexOf(a), SCOPES.indexOf(b))] ?? "all";
}
