/** Thrown when a build of a few changes meets a question that only a full build can answer. */
export class FullBuildNeeded extends Error {}
