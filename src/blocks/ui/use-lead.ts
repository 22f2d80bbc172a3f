import { useSite } from "../../kit/site.tsx";
import { leadUid } from "./lead.ts";

/** _uid of the block whose headline is the page's h1. */
export function useLead(): string {
  return leadUid(useSite().payload.page);
}
