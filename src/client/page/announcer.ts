/**
 * Returns a function that announces a page change to assistive technology. The live region must be in the document before
 * its first text. It is hidden without a class, which a site may not have.
 */
export function createAnnouncer(): (text: string) => void {
  const region = document.createElement("p");
  Object.assign(region.style, HIDDEN);
  region.id = "announcer";
  region.setAttribute("role", "status");
  document.body.append(region);
  return (text) => {
    region.textContent = text;
  };
}

const HIDDEN = {
  position: "absolute",
  width: "1px",
  height: "1px",
  margin: 0,
  overflow: "hidden",
  clipPath: "inset(50%)",
};
