/** Limits from docs/specification.md §9 and of the content service. */

/** Specification §9: the pause before a request that was answered with 429 is sent again. */
export const RATE_LIMIT_DELAY_MS = 300;
/** Specification §9: how often a request is sent again after a 429. */
export const RATE_LIMIT_RETRIES = 10;
/** Specification §8: every other transient failure of a GET is retried once. */
export const TRANSIENT_RETRIES = 1;
/** Pause before that retry; a short one, so that a restarting server has time to come up. */
export const TRANSIENT_DELAY_MS = 100;
/** If the service asks for a longer pause than this, the request fails. */
export const MAX_RETRY_AFTER_MS = 60_000;

/** Specification §9: relations and links are fetched in batches of this size. */
export const UUID_BATCH = 50;
/** Specification §7: entries per request to the datasources. */
export const DATASOURCE_PAGE = 100;
/** The service's maximum; a sync uses it to read a long datasource in one request, and a pull for one that is longer. */
export const DATASOURCE_PAGE_MAX = 1000;
/** The maximum of cdn/links. */
export const LINKS_PAGE = 1000;
/** The first page of recently changed stories is small: a publish changes few, and every story on it is compared. */
export const RECENT_PAGE = 5;

/** The maximum of cdn/stories. */
export const MAX_PER_PAGE = 100;

export const RATE_WINDOW_MS = 1000;
/**
 * A request may reach the service later than it was started here (connection set-up, a busy process). Until this much
 * time has passed, a request without a response counts as not yet arrived, so that the service sees the rate limit
 * kept.
 */
export const ARRIVAL_GRACE_MS = 200;
/** The service allows 30 concurrent requests per space; some are left to other clients. */
export const MAX_IN_FLIGHT = 24;
/** Story pages requested at once per language: more would only wait in memory for this thread to parse them. */
export const PAGES_IN_FLIGHT = 4;

/** A response body may take this many timeouts in total, even if data keeps arriving. */
export const BODY_DEADLINE_FACTOR = 4;
/** A hundred stories at the service's 5 MB limit take half of this; nothing larger can be a response of this API. */
export const MAX_BODY_BYTES = 1024 * 1024 * 1024;
/** One redirect leads to the current cv; another can follow if the space changes in between. */
export const MAX_REDIRECTS = 10;

/** How often a pull restarts or catches up because the space keeps changing. */
export const MAX_TOP_UPS = 6;
