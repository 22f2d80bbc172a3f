import { sitegenError } from "../../problems/errors.ts";

/** For a host without links: a name that is switched already would refuse a deploy without the flag. */
const WITHOUT =
  "What is live is as it was. Deploy without --switch, to a name that is no link, and let the web server serve that.";

/** Something else than a link to a tree has the target's name. */
export function placeTaken(where: string, what: string): Error {
  return sitegenError("DEPLOY_SWITCH", {
    message: `${where} is ${what}, and --switch needs a link of its own in that place.`,
    where,
    hint: "Deploy to a name that does not exist yet and let the web server serve that; or move what is there away once.",
  });
}

export function noLink(where: string, why: string): Error {
  const message = `No link can be made at ${where}: ${why}.`;
  return sitegenError("DEPLOY_SWITCH", { message, where, hint: WITHOUT });
}

export function doesNotFollow(where: string): Error {
  const message = `The host does not follow the link that would be live at ${where}.`;
  return sitegenError("DEPLOY_SWITCH", { message, where, hint: WITHOUT });
}

export function notSwitched(where: string): Error {
  return sitegenError("DEPLOY_SWITCH", {
    message: `${where} is not switched, so nothing can be switched back.`,
    where,
    hint: "`sitegen deploy --switch` makes it so; without it, run `sitegen rollback` and deploy.",
  });
}

/** A deploy without --switch would change the tree that is live. */
export function isSwitched(where: string): Error {
  return sitegenError("DEPLOY_SWITCH", {
    // Logs and notices of `listen` have no hint.
    message: `${where} is switched from build to build, so only a deploy with --switch changes it.`,
    where,
    hint: "Give --switch too.",
  });
}
