/** Thrown when a build of a few changes finds something that only a build of the whole site can decide. */
export class FullBuildNeeded extends Error {}
