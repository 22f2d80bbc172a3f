/** Who may see the console: holders of the key, by a header or by the cookie that the key was exchanged for. */
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { householdOf } from "../../forms/limit-posts.ts";
import { header } from "../respond.ts";
import { hasKey, isSameText } from "../signature.ts";

const COOKIE = "sitegen_console";
const LASTS_SECONDS = 7 * 24 * 3600;
const WRONG_PER_MINUTE = 10;
const MINUTE = 60_000;
/** Visitors that are remembered; the one whose minute began first is forgotten for the next. */
const MAX_VISITORS = 10_000;

/** How a request shows that it may: a form's post with the cookie needs the form's token too. */
export type Entry = { by: "key" } | { by: "cookie"; token: string } | null;

export interface Sessions {
  entryOf(request: IncomingMessage): Entry;
  /** True for a visitor with too many wrong keys in a minute: not even the right one is taken. */
  isBlocked(request: IncomingMessage): boolean;
  /** The cookie for the right key, or null; a wrong one is counted. */
  logIn(request: IncomingMessage, key: string): string | null;
  /** The cookie that ends the session. */
  logOut(): string;
}

export function createSessions(key: string, now: () => number = Date.now): Sessions {
  const wrong = new Map<string, { began: number; count: number }>();
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url");

  const isBlocked = (request: IncomingMessage) => {
    const known = wrong.get(visitorOf(request));
    return known !== undefined && now() - known.began < MINUTE && known.count >= WRONG_PER_MINUTE;
  };
  const countWrong = (request: IncomingMessage) => {
    const visitor = visitorOf(request);
    const known = wrong.get(visitor);
    if (known && now() - known.began < MINUTE) {
      known.count += 1;
      return;
    }
    wrong.delete(visitor);
    const [oldest] = wrong.keys();
    if (oldest !== undefined && wrong.size >= MAX_VISITORS) wrong.delete(oldest);
    wrong.set(visitor, { began: now(), count: 1 });
  };
  const isValid = (session: string) => {
    const [expires = "", signature = ""] = session.split(".");
    return isSameText(signature, sign(`session ${expires}`)) && Number(expires) * 1000 > now();
  };

  return {
    isBlocked,
    entryOf(request) {
      const { authorization } = request.headers;
      if (authorization !== undefined) {
        if (isBlocked(request)) return null;
        if (hasKey(authorization, key)) return { by: "key" };
        countWrong(request);
        return null;
      }
      const session = cookieOf(request);
      return isValid(session) ? { by: "cookie", token: sign(`form ${session}`) } : null;
    },
    logIn(request, given) {
      if (isBlocked(request)) return null;
      if (!hasKey(`Bearer ${given}`, key)) {
        countWrong(request);
        return null;
      }
      const expires = String(Math.floor(now() / 1000) + LASTS_SECONDS);
      const secure = header(request, "x-forwarded-proto") === "https" ? "; Secure" : "";
      return `${COOKIE}=${expires}.${sign(`session ${expires}`)}; ${ATTRIBUTES}; Max-Age=${LASTS_SECONDS}${secure}`;
    },
    logOut: () => `${COOKIE}=; ${ATTRIBUTES}; Max-Age=0`,
  };
}

const ATTRIBUTES = "HttpOnly; SameSite=Strict; Path=/";

function cookieOf({ headers }: IncomingMessage): string {
  const cookies = (headers.cookie ?? "").split(";").map((one) => one.trim());
  return cookies.find((one) => one.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? "";
}

/** Behind a proxy on this machine, the address that the proxy saw: it adds the last one. */
function visitorOf(request: IncomingMessage): string {
  const peer = request.socket.remoteAddress ?? "";
  const isProxy = /^(::ffff:)?127\.|^::1$/.test(peer);
  const forwarded = header(request, "x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  return householdOf((isProxy && forwarded) || peer);
}
