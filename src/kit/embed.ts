/** A video on another service: what to load after consent, and where to link without it. */
export interface Embed {
  service: "YouTube" | "Vimeo";
  /** URL for the iframe, with autoplay: it is only loaded after the visitor pressed play. */
  src: string;
  /** The video's page on the service. */
  page: string;
}

/** Parses the URLs that editors paste: watch, share, shorts and embed links. Null for anything else. */
export function parseEmbed(url: string): Embed | null {
  const address = parseUrl(url);
  if (!address) return null;
  const host = address.hostname.replace(/^(www|m|player)\./, "");
  const segments = address.pathname.split("/").filter(Boolean);
  if (host === "youtu.be") return youtube(segments[0]);
  if (host === "youtube.com" || host === "youtube-nocookie.com") {
    const named = ["embed", "shorts", "live", "v"].includes(segments[0] ?? "");
    return youtube(named ? segments[1] : address.searchParams.get("v"));
  }
  if (host === "vimeo.com") return vimeo(segments.find((segment) => /^\d+$/.test(segment)));
  return null;
}

function parseUrl(url: string): URL | null {
  try {
    const address = new URL(url.trim());
    return address.protocol === "https:" || address.protocol === "http:" ? address : null;
  } catch {
    return null;
  }
}

function youtube(id: string | null | undefined): Embed | null {
  if (!id || !/^[\w-]{6,20}$/.test(id)) return null;
  return {
    service: "YouTube",
    src: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
    page: `https://www.youtube.com/watch?v=${id}`,
  };
}

function vimeo(id: string | undefined): Embed | null {
  if (!id) return null;
  return {
    service: "Vimeo",
    src: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`,
    page: `https://vimeo.com/${id}`,
  };
}
