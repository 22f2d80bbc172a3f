/** What the kit's `Search` says, where the site's words have no such name. */
export const SEARCH_WORDS = {
  search_label: "Search",
  search_submit: "Search",
  search_type: "Kind",
  search_category: "Category",
  search_all: "All",
  search_none: "Nothing was found.",
  search_one: "1 result",
  search_found: "{n} results",
  search_many: "The first {n} results",
  search_more: "More results",
  search_failed: "The search is not available. Please try again.",
};
