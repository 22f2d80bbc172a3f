export interface HeaderSettings {
  csp: string;
  /** False if nothing of the site may be indexed. */
  indexed: boolean;
}

/**
 * Headers of every response. No X-Frame-Options: it cannot list origins and would lock out the visual editor; the
 * policy's frame-ancestors directive says who may frame a page.
 */
export function securityHeaders({ csp, indexed }: HeaderSettings): [name: string, value: string][] {
  return [
    ["Content-Security-Policy", csp],
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"],
    ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
    // Unlike a page's robots tag, this also keeps files out of search engines.
    ...(indexed ? [] : [["X-Robots-Tag", "noindex"] as [string, string]]),
  ];
}
