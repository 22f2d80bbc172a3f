import { Component, type ReactNode, startTransition, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { App, type AppProps } from "../../blocks/app.tsx";
import { errorPayload, showStaticPage } from "./fatal.ts";

/** What is on the screen: the values a page is a function of, and what stands in for a page that fails. */
export interface View extends AppProps {
  /** In place of the error page; the live preview says more (src/client/preview). */
  fallback?: (error: unknown) => ReactNode;
}

export interface ClientApp {
  view(): View;
  /** Renders another view into the same root; resolves when it is in the document, before it is painted. */
  show(view: View): Promise<void>;
  /** Calls for what is shown now and for everything shown later, once the page's own effects have run. */
  onShown(listener: (view: View) => void): void;
}

/** Takes the server's markup over. Resolves once React answers events. */
export async function hydrateApp(container: Element, first: View): Promise<ClientApp> {
  const stage = createStage(first);
  const tree = (view: View) => (
    <Shell view={view} onCommit={stage.commit} onSettle={stage.settle}>
      <App {...view} />
    </Shell>
  );
  let render = (_view: View) => {};
  // As a transition, React works in short slices and the visitor's next input is not held up.
  startTransition(() => {
    const root = hydrateRoot(container, tree(first), { onUncaughtError });
    render = (view) => root.render(tree(view));
  });
  await stage.settled(first);
  return {
    view: stage.view,
    show(view) {
      const done = stage.committed(view);
      startTransition(() => render(view));
      return done;
    },
    onShown: stage.onSettle,
  };
}

type Listener = (view: View) => void;

/** What React has brought on the screen, and who waits for it. */
function createStage(first: View) {
  let current = first;
  const waiting: { view: View; resolve(): void }[] = [];
  const listeners: Listener[] = [];
  return {
    view: () => current,
    commit(view: View) {
      current = view;
      // A later view may overtake an earlier one, which then never comes by itself.
      const upTo = waiting.findIndex((entry) => entry.view === view);
      for (const entry of waiting.splice(0, upTo + 1)) entry.resolve();
    },
    settle(view: View) {
      for (const listener of listeners) listener(view);
    },
    committed: (view: View) => new Promise<void>((resolve) => waiting.push({ view, resolve })),
    settled: (view: View) => new Promise<void>((resolve) => listeners.push((settled) => settled === view && resolve())),
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
  onCommit(view: View): void;
  onSettle(view: View): void;
  children: ReactNode;
}

/** Adds nothing to the document; its effects run after those of the whole page. */
function Shell({ view, onCommit, onSettle, children }: ShellProps): ReactNode {
  useLayoutEffect(() => onCommit(view), [view, onCommit]);
  useEffect(() => onSettle(view), [view, onSettle]);
  return <FatalBoundary view={view}>{children}</FatalBoundary>;
}

interface Failure {
  failed: boolean;
  error: unknown;
  /** The view that failed; null until React has told which one it was. */
  of: View | null;
}

class FatalBoundary extends Component<{ view: View; children: ReactNode }, Failure> {
  override state: Failure = { failed: false, error: null, of: null };

  static getDerivedStateFromError(error: unknown): Failure {
    return { failed: true, error, of: null };
  }

  /** The next page gets a fresh chance. */
  static getDerivedStateFromProps({ view }: { view: View }, { failed, of }: Failure): Partial<Failure> | null {
    if (!failed || of === view) return null;
    return of === null ? { of: view } : { failed: false };
  }

  override render(): ReactNode {
    const { view, children } = this.props;
    const { failed, error } = this.state;
    if (!failed) return children;
    return view.fallback ? view.fallback(error) : <App {...view} payload={errorPayload(view.payload)} />;
  }
}
