import { isDeepStrictEqual } from "node:util";
import { DATASOURCE_PAGE_MAX } from "../constants.ts";
import { fetchDatasources } from "../requests/fetch-datasources.ts";
import { fetchLinks } from "../requests/fetch-links.ts";
import type { RecordsByLang } from "../snapshot/story-records.ts";
import { compareLinks } from "./compare-links.ts";
import { createCvTracker } from "./cv-tracker.ts";
import type { PullState } from "./pull-state.ts";

/**
 * Checks what published stories do not show: whether datasources, folders and the order of stories have changed too.
 */
export async function restUnchanged(
  state: Pick<PullState, "client" | "cv" | "listingPage" | "linkMismatches"> & Due,
  saved: { records: RecordsByLang },
): Promise<boolean> {
  const checks = await Promise.all([
    !state.datasourcesDue || datasourcesUnchanged(state),
    !state.listingDue || listingUnchanged(state, saved),
  ]);
  return checks.every(Boolean);
}

type Due = Pick<PullState, "listingDue" | "datasourcesDue" | "datasources" | "defaultFromDimension">;

async function datasourcesUnchanged({
  client,
  cv,
  datasources,
  defaultFromDimension,
}: Pick<PullState, "client" | "cv" | "datasources" | "defaultFromDimension">): Promise<boolean> {
  const tracker = createCvTracker(cv, { steady: true });
  const fetched = await fetchDatasources({ client, tracker, perPage: DATASOURCE_PAGE_MAX, defaultFromDimension });
  const isSame = fetched.problems.length === 0 && isDeepStrictEqual(fetched.datasources, datasources);
  return isSame && !tracker.isInconsistent() && tracker.newest() === cv;
}

/**
 * Compares the listing with what the pull that deferred this check saved. It stores nothing: if something differs,
 * another pull is needed.
 */
async function listingUnchanged(
  { client, cv, listingPage, linkMismatches }: Pick<PullState, "client" | "cv" | "listingPage" | "linkMismatches">,
  saved: { records: RecordsByLang },
): Promise<boolean> {
  const links = await fetchLinks(client, createCvTracker(cv, { steady: true }), listingPage);
  const { gone, stale } = compareLinks(saved.records, links, linkMismatches);
  return gone.length + stale.length === 0;
}
