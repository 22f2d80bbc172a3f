import type { PropsOf } from "../../exports/schema.ts";
import type { Block, OptionData } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import type { CardData } from "../card.ts";
import type { schema } from "./IndustriesOverview.schema.ts";

export interface IndustryEntry {
  card: CardData;
  /** Solutions used in this industry, in the datasource's order. */
  solutions: OptionData[];
}

export interface IndustriesOverviewData {
  industries: IndustryEntry[];
  /** Solutions of at least one of the listed industries. */
  filters: (OptionData & { count: number })[];
}

/** The stylesheet has rules for this many filters, by number. */
const MAX_FILTERS = 12;

/**
 * Industry pages do not name their solutions, but customer stories and posts have both an industry and a solution, so
 * an industry's solutions come from those.
 */
export function data(block: Block, reader: ContentReader): IndustriesOverviewData {
  const chosen = (block as PropsOf<typeof schema>).industries;
  const cards = chosen.length > 0 ? chosen : reader.latest({ type: "Industries", except: [reader.self().uuid] });
  const known = solutionsByIndustry(reader);
  const options = reader.options("all-solutions");
  const industries = cards.map((card) => {
    const values = known.get(card.industry?.value ?? "");
    return { card, solutions: options.filter(({ value }) => values?.has(value)) };
  });
  const filters = options.flatMap((option) => {
    const count = industries.filter(({ solutions }) => solutions.includes(option)).length;
    return count > 0 ? { ...option, count } : [];
  });
  return { industries, filters: filters.length > 1 && cards.length > 1 ? filters.slice(0, MAX_FILTERS) : [] };
}

function solutionsByIndustry(reader: ContentReader): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const pairs = [
    ...reader.combinations({ type: "SuccessStory" }, ["industry", "solution"]),
    ...reader.combinations({ type: "Insights" }, ["industries", "solutions"]),
  ];
  for (const [industry = "", solution = ""] of pairs)
    found.set(industry, (found.get(industry) ?? new Set()).add(solution));
  return found;
}
