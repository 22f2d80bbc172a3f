import type { ContentReader } from "sitegen-storyblok/kit";

/** The still life is a file of the output in outputs/pictures.ts. */
export const data = (_block: object, reader: ContentReader) => ({
  picture: `${reader.href("/")}pictures/still-life.svg`,
});
