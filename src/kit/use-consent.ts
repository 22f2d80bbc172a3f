import { useSyncExternalStore } from "react";
import { hasConsent, onConsentChange } from "./consent.ts";

/**
 * Whether the visitor has consented to a category. False until hydration, so that the server's markup never contains what
 * needs consent. For a block with `hydrate`.
 *
 * @example
 * export function Map({ category }: { category: string }) {
 *   const isAllowed = useConsent(category);
 *   return isAllowed ? <iframe src="https://maps.example.com" title="Map" /> : <p>A map</p>;
 * }
 */
export function useConsent(category: string): boolean {
  return useSyncExternalStore(
    onConsentChange,
    () => hasConsent(category),
    () => false,
  );
}
