/** Blocks beyond the 51 that a site of this kind is known to need. */
export const OWN_BLOCKS = ["MarginNote", "SoundCompare", "InspectionLight", "SuccessStories"];

/** Items that stand only inside a block. */
export const OWN_ITEMS = ["ConsoleLine", "NavLink", "SoundTake", "InspectionDefect"];
