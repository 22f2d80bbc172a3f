import { useEffect, useState } from "react";
import { hasConsent, onConsentChange } from "./consent.ts";

/** False until hydration, so that the server's markup never contains what needs consent. */
export function useConsent(category: string): boolean {
  const [allowed, setAllowed] = useState(false);
  useEffect(() => {
    const read = () => setAllowed(hasConsent(category));
    read();
    return onConsentChange(read);
  }, [category]);
  return allowed;
}
