/** A build of a few changes met something that only a look at the whole site can tell: that is done then. */
export class FullBuildNeeded extends Error {}
