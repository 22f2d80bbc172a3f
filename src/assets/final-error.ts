/** A failure that another request at once would not change. */
export class FinalError extends Error {}

/** The asset is on a host that it may not be downloaded from. */
export class ForeignHostError extends FinalError {}
