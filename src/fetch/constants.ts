/** Numbers of specification §9 and of the content service's own limits. */

/** Specification §9: content client, wait before a request that was refused with 429. */
export const RATE_LIMIT_DELAY_MS = 300;
/** Specification §9: a request refused with 429 is sent again this often. */
export const RATE_LIMIT_RETRIES = 10;
/** Specification §8: every other passing failure of a GET is retried once. */
export const TRANSIENT_RETRIES = 1;
/** Pause before that one retry; the origin had none, a moment gives a restarting edge a chance. */
export const TRANSIENT_DELAY_MS = 100;
/** A service that asks for a longer pause than this is not waited for. */
export const MAX_RETRY_AFTER_MS = 60_000;

/** Specification §9: relations and links are fetched in batches of this size. */
export const UUID_BATCH = 50;
/** Specification §7 row 3. */
export const DATASOURCE_PAGE = 100;
/** The most that the service gives; a sync saves the second page of a long datasource with it. */
export const DATASOURCE_PAGE_MAX = 1000;
/** The most that cdn/links gives at once. */
export const LINKS_PAGE = 1000;
/** The recent changes are read in a small page first: more of it is read and compared than a publish has changed. */
export const RECENT_PAGE = 5;

/** Specification §9. */
export const DEFAULT_REQUESTS_PER_SECOND = 5;
export const MAX_PER_PAGE = 100;
export const DEFAULT_TIMEOUT_MS = 30_000;

export const RATE_WINDOW_MS = 1000;
/**
 * A request may reach the service later than it was started here (connection set-up, a busy process). For
 * this long a request without an answer counts as not yet arrived, so that the service sees the rate kept too.
 */
export const ARRIVAL_GRACE_MS = 200;
/** The service allows 30 in flight for a space; some are left to others. */
export const MAX_IN_FLIGHT = 24;
/**
 * Pages of stories that are asked for at once in a language: more would only wait in memory for this thread to read
 * them.
 */
export const PAGES_IN_FLIGHT = 4;

/** A body may take this many timeouts in all, however steadily it drips. */
export const BODY_DEADLINE_FACTOR = 4;
/** A hundred stories of the service's 5 MB limit fit twice over; more is not an answer of this API. */
export const MAX_BODY_BYTES = 1024 * 1024 * 1024;
/** One redirect leads to the current cv; a second can happen when the space moves in between. */
export const MAX_REDIRECTS = 3;

/** How often a pull starts over or tops up because the space keeps moving. */
export const MAX_TOP_UPS = 6;
