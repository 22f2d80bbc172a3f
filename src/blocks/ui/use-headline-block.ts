import { useSite } from "../../kit/site.tsx";
import { outlineOf } from "./outline.ts";

/** _uid of the block whose headline is the page's h1. */
export function useHeadlineBlock(): string {
  return outlineOf(useSite().payload).lead;
}
