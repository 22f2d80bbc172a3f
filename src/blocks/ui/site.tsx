import { useWords as useAnyWords } from "../../kit/site.tsx";
import type { Values } from "../../kit/word.ts";
import type { WordName } from "./words.ts";

export { useSite } from "../../kit/site.tsx";

/**
 * Looks up interface words in the page's language: `const w = useWords(); w("slider_next")`. Unknown words do not
 * compile.
 */
export const useWords: () => (name: WordName, values?: Values) => string = useAnyWords;
