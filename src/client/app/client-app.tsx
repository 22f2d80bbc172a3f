import { App } from "virtual:sitegen/app";
import { Component, type ReactNode, startTransition, use, useEffect, useInsertionEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import type { AppProps } from "../../kit/create-app.tsx";
import { renderFailurePayload, showStaticPage } from "./render-failure.ts";
import { useIsHydrating } from "./use-is-hydrating.ts";

/** What is shown: the values a page is a function of, and what to show if it fails. */
export interface View extends AppProps {
  /** Shown instead of the error page; the live preview shows details (src/client/preview). */
  fallback?: (error: unknown) => ReactNode;
  /**
   * Called if the view fails, instead of showing the error page: makes the browser load the page's document. The last
   * page stays until then.
   */
  leave?: (error: unknown) => Promise<never>;
  /** Applies the page's stylesheets in place of the last page's; called as the page is committed to the document. */
  putStyles?: () => void;
}

export interface ClientApp {
  view(): View;
  /**
   * Renders another view into the same root. Resolves when it is in the document, before it is painted: `failed` if the
   * error page was shown instead, `overtaken` if a later view was.
   */
  show(view: View): Promise<ShowResult>;
  /** True while a view is being rendered. */
  isShowing(): boolean;
  /** Cancels that view. */
  revert(): void;
  /** Calls the listener for the current view and for every later one, after the page's own effects. */
  onShown(listener: (view: View) => void): void;
  /** True while the error page is shown for a page that failed. */
  failed(): boolean;
  /** Calls the listener for each page that fails, including one that already has; `view` is then the error page's. */
  onFailed(listener: (error: unknown) => void): void;
}

export type ShowResult = "shown" | "failed" | "overtaken";

/**
 * Hydrates the server's markup. Resolves once React handles events. If something else has changed the markup, React
 * renders the page that `whole` loads; until that resolves, the page stays as it is.
 */
export async function hydrateApp(container: Element, first: View, whole: () => Promise<View>): Promise<ClientApp> {
  const stage = createStage(first);
  let asked: Promise<View> | undefined;
  const anew = () => {
    asked ??= whole();
    return asked;
  };
  const tree = (view: View) => (
    <Shell
      view={view}
      anew={view === first && anew}
      onCommit={stage.commit}
      onSettle={stage.settle}
      onFail={stage.fail}
    />
  );
  let render = (_view: View) => {};
  // In a transition, React works in short slices and does not delay the visitor's input.
  startTransition(() => {
    const root = hydrateRoot(container, tree(first), { onUncaughtError });
    render = (view) => root.render(tree(view));
  });
  await stage.settled();
  return {
    view: stage.view,
    show(view) {
      const done = stage.committed(view);
      startTransition(() => render(view));
      return done;
    },
    isShowing: stage.isWaiting,
    revert() {
      if (stage.isWaiting()) startTransition(() => render({ ...stage.view() }));
    },
    onShown: stage.onSettle,
    failed: stage.failed,
    onFailed: stage.onFail,
  };
}

type Listener = (view: View) => void;

/** The view that React has committed, and callers waiting for theirs. */
function createStage(first: View) {
  let current = first;
  let failure: { view: View; error: unknown } | null = null;
  const waiting: { view: View; resolve(end: ShowResult): void }[] = [];
  const listeners: Listener[] = [];
  const failListeners: ((error: unknown) => void)[] = [];
  return {
    view: () => current,
    /** Called before the failed view is committed, or long after. */
    fail(view: View, error: unknown) {
      failure = { view, error };
      current = { ...view, payload: renderFailurePayload(view.payload, view.shared) };
      for (const listener of failListeners) listener(error);
    },
    commit(view: View) {
      if (failure?.view !== view) {
        if (view.payload.kind === "page") failure = null;
        current = view;
      }
      // A later view may replace earlier ones, which are then never committed.
      const upTo = waiting.findIndex((entry) => entry.view === view);
      for (const entry of waiting.splice(0, upTo + 1)) {
        entry.resolve(entry.view !== view ? "overtaken" : failure ? "failed" : "shown");
      }
    },
    settle() {
      for (const listener of listeners) listener(current);
    },
    isWaiting: () => waiting.length > 0,
    failed: () => failure !== null,
    committed: (view: View) => new Promise<ShowResult>((resolve) => waiting.push({ view, resolve })),
    settled: () => new Promise<View>((resolve) => listeners.push(resolve)),
    onFail(listener: (error: unknown) => void) {
      failListeners.push(listener);
      if (failure) listener(failure.error);
    },
    onSettle(listener: Listener) {
      listeners.push(listener);
      listener(current);
    },
  };
}

function onUncaughtError(error: unknown): void {
  console.error(error);
  showStaticPage();
}

interface ShellProps {
  view: View;
  /** Loads the hydrated page in full, to render it where hydration failed; false for later pages. */
  anew: false | (() => Promise<View>);
  onCommit(view: View): void;
  onSettle(view: View): void;
  onFail(view: View, error: unknown): void;
}

/** Adds nothing to the document; its effects run after those of the whole page. */
function Shell({ view: given, anew, onCommit, onSettle, onFail }: ShellProps): ReactNode {
  const view = useIsHydrating() || !anew ? given : use(anew());
  // Before any layout effect, so that code that measures finds the page's own styles.
  useInsertionEffect(() => view.putStyles?.(), [view]);
  useLayoutEffect(() => onCommit(view), [view, onCommit]);
  useEffect(() => onSettle(view), [view, onSettle]);
  return (
    <FatalBoundary view={view} onFail={onFail}>
      <App {...view} />
    </FatalBoundary>
  );
}

interface Failure {
  failed: boolean;
  error?: unknown;
  /** The view that failed; null until React has reported it. */
  of?: View | null;
}

class FatalBoundary extends Component<Pick<ShellProps, "view" | "onFail"> & { children: ReactNode }, Failure> {
  override state: Failure = { failed: false };

  static getDerivedStateFromError(error: unknown): Failure {
    return { failed: true, error, of: null };
  }

  /** Renders the next page instead of the error. */
  static getDerivedStateFromProps({ view }: { view: View }, { failed, of }: Failure): Partial<Failure> | null {
    if (!failed || of === view) return null;
    return of ? { failed: false } : { of: view };
  }

  override componentDidCatch(error: unknown): void {
    const { view, onFail } = this.props;
    if (!view.fallback) onFail(view, error);
  }

  override render(): ReactNode {
    const { view, children } = this.props;
    const { failed, error } = this.state;
    if (!failed) return children;
    if (view.leave) return <Waiting until={view.leave(error)} />;
    return view.fallback ? (
      view.fallback(error)
    ) : (
      <App {...view} payload={renderFailurePayload(view.payload, view.shared)} />
    );
  }
}

/** React does not commit what waits in a transition. */
function Waiting({ until }: { until: Promise<never> }): ReactNode {
  return use(until);
}
