// Part of every page of `sitegen serve --watch`, and only there: shows saved changes without a manual reload. Its own
// styles are set by script, since the security policy forbids inline styles.
(() => {
  const FOLDER = "/__sitegen";
  const OVERLAY = "sitegen-failure";
  const here = document.querySelector(`script[src^="${FOLDER}/"]`);
  /** The loaded page: a hash without the URLs of stylesheets and app, and the version. */
  const loaded = {
    page: here.dataset.page,
    revision: here.dataset.revision,
    address: location.pathname + location.search,
  };
  let run = "";
  let checks = 0;

  const style = (element, values) => Object.assign(element.style, values);

  function show({ title, place, message, frame }) {
    hide();
    const overlay = document.createElement("div");
    overlay.id = OVERLAY;
    overlay.setAttribute("role", "alert");
    style(overlay, {
      position: "fixed",
      inset: "auto 0 0",
      zIndex: 2147483647,
      maxHeight: "70vh",
      overflow: "auto",
      margin: 0,
      padding: "20px 24px",
      background: "#1b1113",
      color: "#ffd9d6",
      borderTop: "4px solid #e5484d",
      font: "14px/1.5 ui-monospace, monospace",
      textAlign: "left",
    });
    const line = (text, values) => {
      if (!text) return;
      const part = document.createElement("pre");
      part.textContent = text;
      style(part, { margin: "0 0 8px", font: "inherit", whiteSpace: "pre-wrap", overflowWrap: "anywhere", ...values });
      overlay.append(part);
    };
    line(title, { fontWeight: "bold", color: "#ff8a80" });
    line(place, { textDecoration: "underline" });
    line(message);
    line(frame, { padding: "8px 12px", background: "#0f0a0b", color: "#e8e0df", whiteSpace: "pre" });
    document.body.append(overlay);
  }

  function hide() {
    document.getElementById(OVERLAY)?.remove();
  }

  const sheetsOf = (place) => [...place.querySelectorAll('link[rel="stylesheet"][href*="/_assets/"]')];
  /** `/_assets/site-AB12.css` and `/_assets/site-CD34.css` are two versions of one stylesheet. */
  const nameOf = (link) => link.getAttribute("href").replace(/-[^-/]*\.css$/, "");

  /** The old stylesheet is removed once the new one has loaded, so that nothing flickers. */
  function restyle(fresh) {
    const old = sheetsOf(document);
    for (const link of sheetsOf(fresh)) {
      const known = old.find((one) => nameOf(one) === nameOf(link));
      if (!known || known.getAttribute("href") === link.getAttribute("href")) continue;
      const next = known.cloneNode();
      next.href = link.getAttribute("href");
      next.addEventListener("load", () => known.remove());
      known.after(next);
    }
  }

  const root = document.documentElement;
  /** URLs of the scripts that this page named before. */
  const former = new Set();
  const asked = new Set();
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) asked.add(name);
    // A former script was still loading when it was replaced.
    if ([...former].some((script) => asked.has(script))) location.reload();
  }).observe({ type: "resource", buffered: true });

  /** The app, and the scripts of the page's blocks. */
  const scriptsOf = ({ app, chunks = "" }) =>
    `${app} ${chunks}`
      .split(" ")
      .filter(Boolean)
      .map((item) => new URL(item.replace(/#.*/, ""), location.href).href);

  /** Replaces scripts that have not run yet; one that has run requires a reload. */
  function recode({ dataset: fresh }) {
    if (!fresh.app || !root.dataset.app) return;
    const next = scriptsOf(fresh);
    for (const script of scriptsOf(root.dataset)) if (!next.includes(script)) former.add(script);
    for (const script of next) former.delete(script);
    if ([...former].some((script) => asked.has(script))) location.reload();
    root.dataset.app = fresh.app;
    root.dataset.chunks = fresh.chunks ?? "";
  }

  /** Requests this page again and reloads if it has changed. */
  async function check() {
    checks += 1;
    const turn = checks;
    const address = location.pathname + location.search;
    const response = await fetch(location.href, { cache: "no-store", headers: { "x-sitegen-check": "1" } });
    const text = await response.text();
    if (turn !== checks) return;
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const script = fresh.querySelector(`script[src^="${FOLDER}/"]`);
    if (script?.dataset.failure) show(JSON.parse(script.dataset.failure));
    else if (address !== loaded.address || script?.dataset.page !== loaded.page) location.reload();
    else {
      restyle(fresh);
      recode(fresh.documentElement);
      hide();
    }
  }

  const events = new EventSource(`${FOLDER}/events`);
  const on = (name, then) => events.addEventListener(name, (event) => then(JSON.parse(event.data)));
  on("hello", (server) => {
    if (run !== "" && run !== server.run) location.reload();
    run = server.run;
    if (String(server.revision) !== loaded.revision) void check();
  });
  on("update", () => void check());
  on("failure", show);
  if (here.dataset.failure) show(JSON.parse(here.dataset.failure));
})();
