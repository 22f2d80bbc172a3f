/** Requests the two files of the shared state that the document names. */
export async function requestState(): Promise<unknown> {
  const { shared = "", words = "" } = document.documentElement.dataset;
  const parts = await Promise.all([shared, words].map(async (url) => (await fetch(url)).json()));
  return Object.assign({}, ...parts);
}
