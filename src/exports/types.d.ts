/**
 * Types of what a site's code imports besides modules, and of `import.meta.env`:
 * `/// <reference types="sitegen-storyblok/types" />` in a file of the site.
 */

interface ImportMetaEnv {
  /** The environment that the site is built for, such as production. */
  readonly ENVIRONMENT: string;
  readonly [name: `PUBLIC_${string}`]: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}

declare module "*?url" {
  const address: string;
  export default address;
}
declare module "*?raw" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const doc: import("sitegen-storyblok/kit").RichTextNode | null;
  export default doc;
}

declare module "*.png" {
  const picture: import("sitegen-storyblok/kit").ImageData;
  export default picture;
}
declare module "*.jpg" {
  const picture: import("sitegen-storyblok/kit").ImageData;
  export default picture;
}
declare module "*.jpeg" {
  const picture: import("sitegen-storyblok/kit").ImageData;
  export default picture;
}
declare module "*.webp" {
  const picture: import("sitegen-storyblok/kit").ImageData;
  export default picture;
}
declare module "*.avif" {
  const picture: import("sitegen-storyblok/kit").ImageData;
  export default picture;
}
declare module "*.gif" {
  const picture: import("sitegen-storyblok/kit").ImageData;
  export default picture;
}

declare module "*.svg" {
  const address: string;
  export default address;
}
declare module "*.ico" {
  const address: string;
  export default address;
}
declare module "*.bmp" {
  const address: string;
  export default address;
}
declare module "*.woff" {
  const address: string;
  export default address;
}
declare module "*.woff2" {
  const address: string;
  export default address;
}
declare module "*.ttf" {
  const address: string;
  export default address;
}
declare module "*.otf" {
  const address: string;
  export default address;
}
declare module "*.eot" {
  const address: string;
  export default address;
}
declare module "*.mp4" {
  const address: string;
  export default address;
}
declare module "*.m4v" {
  const address: string;
  export default address;
}
declare module "*.webm" {
  const address: string;
  export default address;
}
declare module "*.mov" {
  const address: string;
  export default address;
}
declare module "*.ogv" {
  const address: string;
  export default address;
}
declare module "*.mp3" {
  const address: string;
  export default address;
}
declare module "*.m4a" {
  const address: string;
  export default address;
}
declare module "*.aac" {
  const address: string;
  export default address;
}
declare module "*.ogg" {
  const address: string;
  export default address;
}
declare module "*.opus" {
  const address: string;
  export default address;
}
declare module "*.wav" {
  const address: string;
  export default address;
}
declare module "*.flac" {
  const address: string;
  export default address;
}
declare module "*.vtt" {
  const address: string;
  export default address;
}
declare module "*.srt" {
  const address: string;
  export default address;
}
declare module "*.pdf" {
  const address: string;
  export default address;
}
declare module "*.zip" {
  const address: string;
  export default address;
}
declare module "*.webmanifest" {
  const address: string;
  export default address;
}
declare module "*.wasm" {
  const address: string;
  export default address;
}
declare module "*.glb" {
  const address: string;
  export default address;
}
declare module "*.gltf" {
  const address: string;
  export default address;
}

declare module "*.module.css" {
  const names: Readonly<Record<string, string>>;
  export default names;
}
declare module "*.module.scss" {
  const names: Readonly<Record<string, string>>;
  export default names;
}
declare module "*.module.sass" {
  const names: Readonly<Record<string, string>>;
  export default names;
}
declare module "*.css" {}
declare module "*.scss" {}
declare module "*.sass" {}
