/** Requests the two files of the shared state that the document names. */
export async function requestState(): Promise<unknown> {
  const { shared = "", words = "" } = document.documentElement.dataset;
  const parts = [shared, words].map(async (url) => {
    const answer = await fetch(url);
    // A server that is overloaded may say so in JSON, which is no state.
    if (!answer.ok) throw new Error(url);
    return answer.json();
  });
  return Object.assign({}, ...(await Promise.all(parts)));
}
