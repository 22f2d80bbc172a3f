import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

interface Open {
  id: string;
  /** Opened by key or click, so it does not close when the pointer leaves. */
  pinned: boolean;
}

/** Milliseconds that the pointer must rest before a panel opens, and may be outside before it closes. */
const OPEN_AFTER = 80;
const CLOSE_AFTER = 200;

export interface Flyouts {
  /** Attributes of the element around all flyouts. */
  root: {
    ref(element: HTMLElement | null): void;
    "data-ready": "" | undefined;
    onBlur(event: FocusEvent<HTMLElement>): void;
  };
  isOpen(id: string): boolean;
  /** Attributes of the element that contains a trigger and its panel. */
  item(id: string): {
    "data-open": "" | undefined;
    onFocus(event: FocusEvent<HTMLElement>): void;
    onPointerEnter(event: PointerEvent): void;
    onPointerLeave(event: PointerEvent): void;
  };
  toggle(id: string): void;
}

/**
 * Disclosure navigation (WAI-ARIA practices): opens on hover, click, Enter or Space; Escape closes it and returns the
 * focus; moving the focus out or pressing elsewhere closes it. Selecting text in a panel keeps it open. Before
 * hydration the stylesheet opens panels on hover and focus.
 */
export function useFlyouts(): Flyouts {
  const frame = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [ready, setReady] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => {
    setReady(true);
    return () => clearTimeout(timer.current);
  }, []);
  useEffect(() => {
    if (!open) return;
    return closeFromOutside(frame, () => {
      clearTimeout(timer.current);
      setOpen(null);
    });
  }, [open]);

  const soon = (delay: number, next: (now: Open | null) => Open | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  return {
    root: {
      ref(element) {
        frame.current = element;
      },
      "data-ready": ready ? "" : undefined,
      onBlur(event) {
        const to = event.relatedTarget;
        if (open && to && !event.currentTarget.contains(to)) setOpen(null);
      },
    },
    isOpen: (id) => open?.id === id,
    item: (id) => ({
      "data-open": open?.id === id ? "" : undefined,
      // The stylesheet opens panels until `ready` is rendered, which may be a while after React handles events.
      onFocus(event) {
        if (open?.id !== id && event.target.parentElement !== event.currentTarget) setOpen({ id, pinned: true });
      },
      onPointerEnter(event) {
        if (event.pointerType !== "mouse" || event.buttons !== 0) return;
        soon(OPEN_AFTER, (now) => (now?.id === id ? now : { id, pinned: false }));
      },
      onPointerLeave(event) {
        if (event.pointerType !== "mouse") return;
        clearTimeout(timer.current);
        if (event.buttons === 0) soon(CLOSE_AFTER, (now) => (now?.pinned ? now : null));
      },
    }),
    // A click on a panel opened by hover keeps it open.
    toggle: (id) => {
      clearTimeout(timer.current);
      setOpen((now) => (now?.id === id && now.pinned ? null : { id, pinned: true }));
    },
  };
}

/**
 * A press elsewhere closes a panel, and Escape wherever the focus is: one that hovering opened may cover what is read
 * (WCAG 1.4.13).
 */
function closeFromOutside(frame: RefObject<HTMLElement | null>, close: () => void): () => void {
  const onEvent = ({ key, target }: Event & { key?: string }) => {
    const isInside = frame.current?.contains(target as Node);
    if (key ? key !== "Escape" : isInside) return;
    if (isInside) frame.current?.querySelector<HTMLElement>("[data-open] [aria-expanded]")?.focus();
    close();
  };
  document.addEventListener("pointerdown", onEvent);
  document.addEventListener("keydown", onEvent);
  return () => {
    document.removeEventListener("pointerdown", onEvent);
    document.removeEventListener("keydown", onEvent);
  };
}
