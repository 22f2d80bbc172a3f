/** Announces page changes to assistive technology. */
export interface Announcer {
  say(text: string): void;
}

/** The live region must be in the document before its first text. */
export function createAnnouncer(): Announcer {
  const region = document.createElement("p");
  region.className = "visually-hidden";
  region.id = "announcer";
  region.setAttribute("role", "status");
  document.body.append(region);
  return {
    say(text) {
      region.textContent = text;
    },
  };
}
