import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useState } from "react";

interface Open {
  id: string;
  /** Opened by key or click, so the pointer leaving does not close it. */
  pinned: boolean;
}

export interface Flyouts {
  /** Attributes of the element around all flyouts. */
  root: {
    "data-ready": "" | undefined;
    onKeyDown(event: KeyboardEvent): void;
    onBlur(event: FocusEvent<HTMLElement>): void;
  };
  isOpen(id: string): boolean;
  /** Attributes of the element that holds a trigger and its panel. */
  item(id: string): {
    "data-open": "" | undefined;
    onPointerEnter(event: PointerEvent): void;
    onPointerLeave(event: PointerEvent): void;
  };
  toggle(id: string): void;
}

/**
 * Disclosure navigation (WAI-ARIA practices): opens on hover and on click, Enter or Space; Escape closes and returns
 * focus; focus leaving closes. Until the browser has taken over, the stylesheet opens panels on hover and focus.
 */
export function useFlyouts(): Flyouts {
  const [ready, setReady] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => setReady(true), []);

  return {
    root: {
      "data-ready": ready ? "" : undefined,
      onKeyDown(event) {
        if (event.key !== "Escape" || !open) return;
        setOpen(null);
        const trigger = event.currentTarget.querySelector<HTMLElement>("[data-open] [aria-expanded]");
        trigger?.focus();
      },
      onBlur(event) {
        const to = event.relatedTarget;
        if (open && to && !event.currentTarget.contains(to)) setOpen(null);
      },
    },
    isOpen: (id) => open?.id === id,
    item: (id) => ({
      "data-open": open?.id === id ? "" : undefined,
      onPointerEnter(event) {
        if (event.pointerType === "mouse") setOpen({ id, pinned: false });
      },
      onPointerLeave(event) {
        if (event.pointerType === "mouse") setOpen((now) => (now?.pinned ? now : null));
      },
    }),
    // A click on what hover has opened keeps it open.
    toggle: (id) => setOpen((now) => (now?.id === id && now.pinned ? null : { id, pinned: true })),
  };
}
