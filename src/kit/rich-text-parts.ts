/** Types only: what a site may replace in rich text. */
import type { ComponentType, ReactNode } from "react";
import type { ImageData, LinkData } from "../site/api/payload.ts";

export type Level = 1 | 2 | 3 | 4 | 5 | 6;

/** The same props as the kit's `Link` has: the link, its content, and the attributes that an editor added. */
export interface RichTextLinkProps {
  link: LinkData;
  className?: string;
  children: ReactNode;
}

/** The same props as the kit's `Image` has. */
export interface RichTextImageProps {
  image: ImageData | null;
  className: string;
  sizes: string;
}

export interface RichTextCodeProps {
  code: string;
  /** As the editor chose it, such as "ts"; "" for none. */
  language: string;
}

export interface RichTextHeadingProps {
  level: Level;
  className: string;
  id: string;
  children: ReactNode;
}

/** A site's components in place of the kit's, each for one part of rich text. */
export interface RichTextParts {
  link?: ComponentType<RichTextLinkProps>;
  image?: ComponentType<RichTextImageProps>;
  codeBlock?: ComponentType<RichTextCodeProps>;
  heading?: ComponentType<RichTextHeadingProps>;
  /** By component name: shown in rich text instead of the block's own component, with the same props. */
  blocks?: Readonly<Record<string, ComponentType<never>>>;
}
