/** While a page is rendered, functions whose result differs between builds or browsers throw if the site calls them. */

const DIFFERS = "its result differs from one build, machine or browser to the next";
const NO_ENVIRONMENT = "browsers have none, and its values would be published";

/**
 * Runs a step of rendering a page: data files, definition, components. Errors name what was used; their stack leads to
 * the line (src/generate/source-location.ts). Only for synchronous work, since the replaced globals are the whole
 * thread's.
 */
export function runPure<T>(make: () => T): T {
  if (unguarded) return make();
  unguarded = GUARDED.map(({ of, name }) => Object.getOwnPropertyDescriptor(of, name));
  for (const { of, name, guard } of GUARDED) Object.defineProperty(of, name, guard);
  try {
    return make();
  } finally {
    endPure();
  }
}

/** The original globals during a step; null outside of one. */
let unguarded: (PropertyDescriptor | undefined)[] | null = null;

/** Puts the globals back. Code that V8 ends at a deadline runs no `finally`: whoever ended it calls this. */
export function endPure(): void {
  const before = unguarded;
  unguarded = null;
  GUARDED.forEach(({ of, name }, index) => {
    const descriptor = before?.[index];
    if (descriptor) Object.defineProperty(of, name, descriptor);
  });
}

interface Guarded {
  of: object;
  name: string;
  guard: PropertyDescriptor;
}

const GUARDED: readonly Guarded[] = [
  guardedFunction(Math, "random", "Math.random()"),
  guarded(globalThis, "Date", guardedDate()),
  guarded(globalThis, "Intl", guardedObject(Intl, "Intl")),
  guarded(process, "env", guardedObject(process.env, "process.env", NO_ENVIRONMENT)),
  ...["randomUUID", "getRandomValues"].map((name) =>
    guardedFunction(Object.getPrototypeOf(globalThis.crypto), name, `crypto.${name}()`),
  ),
  ...["toLocaleString", "toLocaleDateString", "toLocaleTimeString"].map((name) =>
    guardedFunction(Date.prototype, name, `${name}()`),
  ),
  guardedFunction(Number.prototype, "toLocaleString", "toLocaleString()"),
  guardedFunction(
    String.prototype,
    "localeCompare",
    "localeCompare()",
    "Compare with <, or sort in a source's `load`.",
  ),
];

function guarded(of: object, name: string, value: unknown): Guarded {
  return { of, name, guard: { value, writable: true, configurable: true } };
}

function guardedFunction(of: object, name: string, what: string, instead?: string): Guarded {
  const original: (...input: unknown[]) => unknown = Reflect.get(of, name);
  return guarded(of, name, function guard(this: unknown, ...input: unknown[]) {
    refuse(what, DIFFERS, guard, instead);
    return original.apply(this, input);
  });
}

/** `new Date(text)` and `Date.UTC` stay allowed: their result depends on their arguments alone. */
function guardedDate(): DateConstructor {
  const handler: ProxyHandler<DateConstructor> = {
    construct(target, input, newTarget) {
      if (input.length === 0) refuse("new Date()", DIFFERS, handler.construct);
      return Reflect.construct(target, input, newTarget);
    },
    apply(target) {
      refuse("Date()", DIFFERS, handler.apply);
      return target();
    },
    get(target, name) {
      if (name === "now") refuse("Date.now()", DIFFERS, handler.get);
      return Reflect.get(target, name);
    },
  };
  return new Proxy(Date, handler);
}

function guardedObject<T extends object>(original: T, what: string, why = DIFFERS): T {
  const handler: ProxyHandler<T> = {
    get(target, name) {
      if (typeof name === "string") refuse(`${what}.${name}`, why, handler.get);
      return Reflect.get(target, name);
    },
  };
  return new Proxy(original, handler);
}

const INSTEAD = 'Take the value from the content, or compute it in an effect of a block with "hydrate".';

/** Throws if the site's code called `guard`; Node and packages such as React may call it. */
function refuse(what: string, why: string, guard: unknown, instead = INSTEAD): void {
  const error = new Error(`${what} while a page is made: ${why}. ${instead}`);
  Error.captureStackTrace(error, guard as () => void);
  const [, caller = ""] = error.stack?.match(/^\s+at (.*)$/m) ?? [];
  // The site's code is in the state folder, which may be in node_modules itself.
  if (!/\bnode:|[\\/]node_modules[\\/](?!.*[\\/]site-\w+\.mjs:)/.test(caller)) throw error;
}
