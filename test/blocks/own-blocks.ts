/** Blocks of the sample that the specification does not list. */
export const OWN_BLOCKS = ["MarginNote", "SoundCompare", "InspectionLight", "SuccessStories"];

/** Items that are only used inside a block. */
export const OWN_ITEMS = ["ConsoleLine", "NavLink", "SoundTake", "InspectionDefect"];
