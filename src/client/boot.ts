/** The only script that runs before the visitor does something. Replaced by the client runtime's own. */
const root = document.documentElement;
const flag = () => root.toggleAttribute("data-at-top", window.scrollY < 80);
flag();
addEventListener("scroll", flag, { passive: true });

function wake() {
  void import(root.dataset.app ?? "");
}

addEventListener("pointerdown", wake, { once: true, passive: true });
addEventListener("keydown", wake, { once: true });
requestIdleCallback(wake, { timeout: 7000 });
