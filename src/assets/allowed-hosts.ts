import { isUrl } from "../util/is-url.ts";
import { FinalError, ForeignHostError } from "./asset-problems.ts";

/** Where assets may be downloaded from, besides the content service's own hosts. */
export interface AllowedHosts {
  /** Origin of the endpoint, or "". */
  origin: string;
  /** Origins from the configuration. */
  assetHosts?: readonly string[] | undefined;
}

const SERVICE_HOST = /^([\w-]+\.)*(storyblok\.com|storyblokchina\.cn)$/;

/** Files that were uploaded before the service had hosts of its own are in an S3 bucket: /a.storyblok.com/f/…. */
const OLD_SERVICE_HOST = "s3.amazonaws.com";
const OLD_SERVICE_PATH = /^\/a(-[a-z]+)?\.storyblok\.com\/f\//;

/**
 * Anyone who edits content can write a URL, and what is downloaded is published: only known hosts are requested.
 * Returns "named" for those that the configuration names, which may be in an internal network, and "service" for the
 * content service's. Throws ForeignHostError for all others, FinalError for other protocols than http(s).
 */
export function requireAllowedHost(url: URL, hosts: AllowedHosts): "named" | "service" {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new FinalError(`${url.protocol} URLs are not downloaded`);
  const { origin, assetHosts = [] } = hosts;
  if (url.username === "" && url.password === "") {
    if ([origin, ...assetHosts].some((one) => isUrl(one) && new URL(one).origin === url.origin)) return "named";
    if (url.port === "" && isServiceFile(url)) return "service";
  }
  throw new ForeignHostError(`the host ${url.host} is neither the content service's nor in assetHosts`);
}

function isServiceFile({ hostname, pathname }: URL): boolean {
  return SERVICE_HOST.test(hostname) || (hostname === OLD_SERVICE_HOST && OLD_SERVICE_PATH.test(pathname));
}

/** The file's extension with its dot, in lower case. Throws FinalError unless such files are published. */
export function requirePublishableType({ pathname }: URL): string {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(pathname)?.[0].toLowerCase() ?? "";
  const files = extension === "" ? "files without an extension" : `files of the type "${extension}"`;
  if (!isPublishableType(extension)) throw new FinalError(`${files} are not published`);
  return extension;
}

/**
 * File types that are mirrored. A browser or host could execute others as part of the site: an uploaded page or script
 * could read the site's cookies, and a `.php` file would run on the host.
 */
const PUBLISHED: Record<string, string> = {
  pictures: "jpg jpeg png gif webp avif svg ico bmp tif tiff heic jxl",
  films: "mp4 m4v webm mov ogv",
  sound: "mp3 m4a aac ogg oga opus wav flac",
  captions: "vtt srt",
  fonts: "woff woff2 ttf otf",
  documents: "pdf txt csv tsv rtf md doc docx xls xlsx ppt pptx odt ods odp epub ics vcf",
  data: "json geojson gpx lottie zip gz tar 7z",
  drawings: "dwg dxf step stp iges igs stl glb gltf usdz",
};

/** The extension with its dot, in lower case. */
function isPublishableType(extension: string): boolean {
  return Object.values(PUBLISHED).some((list) => list.split(" ").includes(extension.slice(1)));
}
