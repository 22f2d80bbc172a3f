import { useSyncExternalStore } from "react";

/** True while React takes over the server's markup, false while it renders its own. */
export function useIsHydrating(): boolean {
  let isHydrating = false;
  // React asks for the server's snapshot only while it hydrates. Both are the same, so that it does not render again.
  useSyncExternalStore(subscribe, nothing, () => {
    isHydrating = true;
  });
  return isHydrating;
}

const nothing = () => {};
const subscribe = () => nothing;
