import type { Block, Payload } from "../../site/api/payload.ts";
import { rendersOwnHead } from "./headline-block.ts";

type Theme = "light" | "dark" | "accent";

/** The theme behind the header: that of the page's first section, which starts below it. */
export function headerGround(payload: Payload): Theme {
  const { page } = payload;
  // The error page is dark.
  if (!page) return "dark";
  if (rendersOwnHead(page)) return "light";
  const first = (page.body as Block[] | undefined)?.[0];
  if (first?.component !== "HeroSlider") return groundOf(first);
  return groundOf((first.slides as Block[] | undefined)?.[0] ?? first);
}

function groundOf(block: Block | undefined): Theme {
  return block?.theme === "dark" || block?.theme === "accent" ? block.theme : "light";
}
