/** Who may see the console: holders of the key, by a header or by the cookie that the key was exchanged for. */
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { limitPerMinute } from "../../forms/limit-per-minute.ts";
import { visitorOf } from "../../forms/node-listener.ts";
import { header } from "../respond.ts";
import { hasKey, isSameText } from "../signature.ts";

const COOKIE = "sitegen_console";
const LASTS_SECONDS = 7 * 24 * 3600;
const WRONG_PER_MINUTE = 10;

/** How a request shows that it may: a form's post with the cookie needs the form's token too. */
export type Entry = { by: "key" } | { by: "cookie"; token: string } | null;

export function createSessions(key: string) {
  const wrong = limitPerMinute(WRONG_PER_MINUTE);
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  const countWrong = (request: IncomingMessage): null => {
    wrong.count(visitorOf(request), Date.now());
    return null;
  };
  /** True for a visitor with too many wrong keys in a minute: not even the right one is taken. */
  const isBlocked = (request: IncomingMessage) => wrong.isReached(visitorOf(request), Date.now());
  const isValid = (session: string) => {
    const [expires = "", signature = ""] = session.split(".");
    return isSameText(signature, sign(`session ${expires}`)) && Number(expires) * 1000 > Date.now();
  };

  return {
    isBlocked,
    entryOf(request: IncomingMessage): Entry {
      const { authorization = "" } = request.headers;
      // A proxy in front may ask for a password of its own, and passes that on.
      if (authorization.startsWith("Bearer ")) {
        if (isBlocked(request)) return null;
        return hasKey(authorization, key) ? { by: "key" } : countWrong(request);
      }
      const session = cookieOf(request);
      return isValid(session) ? { by: "cookie", token: sign(`form ${session}`) } : null;
    },
    /** The cookie for the right key, or null; a wrong one is counted. */
    logIn(request: IncomingMessage, given: string): string | null {
      if (isBlocked(request)) return null;
      if (!hasKey(`Bearer ${given}`, key)) return countWrong(request);
      const expires = String(Math.floor(Date.now() / 1000) + LASTS_SECONDS);
      const secure = header(request, "x-forwarded-proto") === "https" ? "; Secure" : "";
      return `${COOKIE}=${expires}.${sign(`session ${expires}`)}; ${ATTRIBUTES}; Max-Age=${LASTS_SECONDS}${secure}`;
    },
    /** The cookie that ends the session. */
    logOut: () => `${COOKIE}=; ${ATTRIBUTES}; Max-Age=0`,
  };
}

const ATTRIBUTES = "HttpOnly; SameSite=Strict; Path=/";

function cookieOf({ headers }: IncomingMessage): string {
  const cookies = (headers.cookie ?? "").split(";").map((one) => one.trim());
  return cookies.find((one) => one.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "";
}
