/**
 * Kinds of files that are mirrored. Everything else could be run by a browser or a host as if it were the site's own:
 * a page or script that an editor uploads would have the site's cookies, and `.php` the host's rights.
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

/** With the dot, in lower case. */
export function isPublishableType(extension: string): boolean {
  return Object.values(PUBLISHED).some((list) => list.split(" ").includes(extension.slice(1)));
}
