/** What a site asks to be cut of its pictures. */

/** One format in which a field's picture is cut. */
export interface CropRule {
  /** Width and height, such as "3:5". */
  readonly ratio: string;
  /** Field of the same block that holds a picture of this format: where it is filled, nothing is cut. */
  readonly unless?: string;
}

/** By component and field. */
export type CropRules = Readonly<Record<string, Readonly<Record<string, readonly CropRule[]>>>>;
