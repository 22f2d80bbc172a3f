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
export function isPublishableType(extension: string): boolean {
  return Object.values(PUBLISHED).some((list) => list.split(" ").includes(extension.slice(1)));
}
