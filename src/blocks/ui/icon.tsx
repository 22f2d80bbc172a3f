import { createContext, type ReactNode, useContext, useInsertionEffect, useState } from "react";
import { KEEP_SERVER_MARKUP } from "../../kit/blocks.tsx";
import { useSite } from "./site.tsx";

/** 24 px line icons on one grid with square ends, named after what they show. */
const PATHS = {
  "arrow-right": "M4 12h15M13 6l6 6-6 6",
  "arrow-left": "M20 12H5M11 6l-6 6 6 6",
  "arrow-up-right": "M7 17 17 7M8 7h9v9",
  "arrow-down": "M12 4v15M6 13l6 6 6-6",
  "chevron-down": "m6 9 6 6 6-6",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  check: "m5 12.5 4.5 4.5L19 7.5",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  mail: "M3 6h18v12H3zM3.5 6.5 12 13l8.5-6.5",
  phone: "M6 4h4l1.5 4.5L9 10.5a12 12 0 0 0 4.5 4.5l2-2.5L20 14v4c0 1-1 2-2 2C10.5 20 4 13.5 4 6c0-1 1-2 2-2z",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
  pin: "M12 21s6.5-5.7 6.5-11a6.5 6.5 0 0 0-13 0c0 5.3 6.5 11 6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  warning: "M12 4 2.5 20h19zM12 10v5M12 17.2v.8",
} as const;

/** Filled logos of social networks. */
const MARKS = {
  linkedin:
    "M4 9h4v11H4zM6 3.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM10 9h3.8v1.6c.6-1 1.9-1.9 3.7-1.9 3.2 0 4 2 4 4.9V20h-4v-5.7c0-1.4-.3-2.4-1.7-2.4s-1.8 1-1.8 2.4V20h-4z",
  facebook:
    "M13.5 21v-8h2.7l.5-3.3h-3.2V7.6c0-1 .3-1.6 1.7-1.6h1.7V3.1C16.6 3 15.8 3 14.9 3 12.3 3 10.3 4.6 10.3 7.3v2.4H7.5V13h2.8v8z",
  instagram:
    "M7.5 3h9A4.5 4.5 0 0 1 21 7.5v9a4.5 4.5 0 0 1-4.5 4.5h-9A4.5 4.5 0 0 1 3 16.5v-9A4.5 4.5 0 0 1 7.5 3zm0 2A2.5 2.5 0 0 0 5 7.5v9A2.5 2.5 0 0 0 7.5 19h9a2.5 2.5 0 0 0 2.5-2.5v-9A2.5 2.5 0 0 0 16.5 5zM12 7.7a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.6zm0 2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM16.8 6.2a1 1 0 1 1 0 2 1 1 0 0 1 0-2z",
  youtube:
    "M21.6 7.5c-.2-1-1-1.7-1.9-1.9C18 5.2 12 5.2 12 5.2s-6 0-7.7.4c-.9.2-1.7.9-1.9 1.9C2 9.2 2 12 2 12s0 2.8.4 4.5c.2 1 1 1.7 1.9 1.9 1.7.4 7.7.4 7.7.4s6 0 7.7-.4c.9-.2 1.7-.9 1.9-1.9.4-1.7.4-4.5.4-4.5s0-2.8-.4-4.5zM10 15V9l5.2 3z",
} as const;

export type IconName = keyof typeof PATHS | keyof typeof MARKS;

/** Icons used on a page, drawn once and referenced. Null without a sheet. */
const Sheet = createContext<Set<IconName> | null>(null);

/** A decorative icon; its meaning must also be in text beside it or in the control's name. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }): ReactNode {
  const sheet = useContext(Sheet);
  sheet?.add(name);
  useInsertionEffect(() => {
    if (sheet) draw(name);
  }, [sheet, name]);
  const classes = `icon ${className}`.trim();
  if (sheet) {
    return (
      <svg className={classes} aria-hidden="true">
        <use href={`#${idOf(name)}`} />
      </svg>
    );
  }
  return (
    <svg className={classes} viewBox="0 0 24 24" aria-hidden="true">
      <path {...pathOf(name)} />
    </svg>
  );
}

/** Renders each icon used by its children once, after them. In the browser, icons used later are added. */
export function IconSheet({ children }: { children: ReactNode }): ReactNode {
  const [used] = useState(() => new Set<IconName>());
  return (
    <Sheet value={used}>
      {children}
      <Drawings used={used} />
    </Sheet>
  );
}

const SHEET = "icons";

function Drawings({ used }: { used: ReadonlySet<IconName> }): ReactNode {
  const { kept } = useSite();
  // Fixed by the first render, after all icons: React then does not touch what `draw` adds.
  const [names] = useState(() => (kept ? null : [...used].sort()));
  if (!names) return <svg aria-hidden="true" {...KEEP_SERVER_MARKUP} />;
  return (
    <svg id={SHEET} className="icon-sheet" width="0" height="0" aria-hidden="true">
      {names.map((name) => (
        <symbol key={name} id={idOf(name)} viewBox="0 0 24 24">
          <path {...pathOf(name)} />
        </symbol>
      ))}
    </svg>
  );
}

/** Adds an icon that the page does not have yet. */
function draw(name: IconName): void {
  if (document.getElementById(idOf(name))) return;
  const path = Object.entries(pathOf(name)).map(([attribute, value]) => ` ${attribute}="${value}"`);
  const symbol = `<symbol id="${idOf(name)}" viewBox="0 0 24 24"><path${path.join("")}/></symbol>`;
  document.getElementById(SHEET)?.insertAdjacentHTML("beforeend", symbol);
}

function idOf(name: IconName): string {
  return `icon-${name}`;
}

/** Lines are styled by the stylesheet; filled icons set their own fill. */
function pathOf(name: IconName): Record<string, string> {
  if (name in MARKS) return { d: MARKS[name as keyof typeof MARKS], fill: "currentColor", stroke: "none" };
  return { d: PATHS[name as keyof typeof PATHS], ...(name === "play" && { fill: "currentColor" }) };
}
