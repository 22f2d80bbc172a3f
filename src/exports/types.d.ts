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
  export { default } from "*.png";
}
declare module "*.jpeg" {
  export { default } from "*.png";
}
declare module "*.webp" {
  export { default } from "*.png";
}
declare module "*.avif" {
  export { default } from "*.png";
}
declare module "*.gif" {
  export { default } from "*.png";
}

declare module "*.svg" {
  const address: string;
  export default address;
}
declare module "*.ico" {
  export { default } from "*.svg";
}
declare module "*.bmp" {
  export { default } from "*.svg";
}
declare module "*.woff" {
  export { default } from "*.svg";
}
declare module "*.woff2" {
  export { default } from "*.svg";
}
declare module "*.ttf" {
  export { default } from "*.svg";
}
declare module "*.otf" {
  export { default } from "*.svg";
}
declare module "*.eot" {
  export { default } from "*.svg";
}
declare module "*.mp4" {
  export { default } from "*.svg";
}
declare module "*.m4v" {
  export { default } from "*.svg";
}
declare module "*.webm" {
  export { default } from "*.svg";
}
declare module "*.mov" {
  export { default } from "*.svg";
}
declare module "*.ogv" {
  export { default } from "*.svg";
}
declare module "*.mp3" {
  export { default } from "*.svg";
}
declare module "*.m4a" {
  export { default } from "*.svg";
}
declare module "*.aac" {
  export { default } from "*.svg";
}
declare module "*.ogg" {
  export { default } from "*.svg";
}
declare module "*.opus" {
  export { default } from "*.svg";
}
declare module "*.wav" {
  export { default } from "*.svg";
}
declare module "*.flac" {
  export { default } from "*.svg";
}
declare module "*.vtt" {
  export { default } from "*.svg";
}
declare module "*.srt" {
  export { default } from "*.svg";
}
declare module "*.pdf" {
  export { default } from "*.svg";
}
declare module "*.zip" {
  export { default } from "*.svg";
}
declare module "*.webmanifest" {
  export { default } from "*.svg";
}
declare module "*.wasm" {
  export { default } from "*.svg";
}
declare module "*.glb" {
  export { default } from "*.svg";
}
declare module "*.gltf" {
  export { default } from "*.svg";
}

declare module "*.module.css" {
  const names: Readonly<Record<string, string>>;
  export default names;
}
declare module "*.module.scss" {
  export { default } from "*.module.css";
}
declare module "*.module.sass" {
  export { default } from "*.module.css";
}
declare module "*.css" {}
declare module "*.scss" {}
declare module "*.sass" {}
