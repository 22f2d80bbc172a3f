export interface AnswerHeaders {
  csp: string;
  /** False where nothing of the site may be in a search engine. */
  indexed: boolean;
}

/**
 * Headers of every answer. No X-Frame-Options: it knows no list of origins and would lock the visual editor out;
 * the policy's frame-ancestors says who may frame a page.
 */
export function securityHeaders({ csp, indexed }: AnswerHeaders): [name: string, value: string][] {
  return [
    ["Content-Security-Policy", csp],
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"],
    ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
    // Unlike a page's own tag it also keeps files out of search engines.
    ...(indexed ? [] : [["X-Robots-Tag", "noindex"] as [string, string]]),
  ];
}
