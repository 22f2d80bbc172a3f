import { useSite } from "../../kit/site.tsx";
import { outlineOf } from "../layout/outline.ts";

/** _uid of the block whose headline is the page's h1. */
export function useLead(): string {
  return outlineOf(useSite().payload).lead;
}
