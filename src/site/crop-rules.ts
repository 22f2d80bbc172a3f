/** Which pictures a site crops. */

/** One crop of a field's picture. */
export interface CropRule {
  /** Width and height, such as "3:5". */
  readonly ratio: string;
  /** Field of the same block with a picture in this format; if it is filled, nothing is cropped. */
  readonly unless?: string;
}

/** By component and field. */
export type CropRules = Readonly<Record<string, Readonly<Record<string, readonly CropRule[]>>>>;
