/** The console's stylesheet and script. The page's policy allows exactly these texts. */

export const STYLE = `
:root{color-scheme:light dark;--ground:#f5f6f7;--card:#fff;--text:#1b1f24;--soft:#59636e;--line:#d5dae0;--accent:#0b5fc4;--on-accent:#fff;--good:#11713a;--bad:#b3261e;--busy:#8a5a00;--gone:#59636e}
@media (prefers-color-scheme:dark){:root{--ground:#101418;--card:#191f26;--text:#e8ebee;--soft:#a3adb8;--line:#323b45;--accent:#7db4ff;--on-accent:#0b1320;--good:#63d08d;--bad:#ff9a90;--busy:#f0bd5b;--gone:#a3adb8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:56rem;padding:1rem clamp(1rem,4vw,2rem) 4rem;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{display:flex;align-items:center;justify-content:space-between;gap:1rem;margin-bottom:.75rem}
h1{font-size:1.375rem;margin:.75rem 0}
h2{font-size:1.125rem;margin:2rem 0 .75rem}
h3{font-size:1rem;font-weight:600;margin:.25rem 0 0}
p{margin:.25rem 0}
a{color:var(--accent)}
ul{margin:.5rem 0;padding-left:1.25rem}
.status,.entry,.login form{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.25rem}
.status{border-left:.375rem solid var(--gone)}
.status.live{border-left-color:var(--good)}.status.busy{border-left-color:var(--busy)}.status.failing{border-left-color:var(--bad)}
.headline{font-size:1.25rem;font-weight:600}
.dot{display:inline-block;width:.7em;height:.7em;margin-right:.5em;border-radius:50%;background:var(--gone)}
.live .dot{background:var(--good)}.busy .dot{background:var(--busy)}.failing .dot{background:var(--bad)}
.step{display:grid;gap:.25rem}
progress{width:100%;height:.5rem;accent-color:var(--accent)}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.75rem}
.buttons:empty{display:none}
button,.button,summary{font:inherit;min-height:2.75rem;padding:.5rem 1rem;border-radius:.5rem;border:1px solid var(--line);background:var(--card);color:var(--text);cursor:pointer}
.button{display:inline-flex;align-items:center;text-decoration:none;color:var(--accent)}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.entries{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
.meta{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;font-size:.875rem;color:var(--soft)}
.counts{font-size:.875rem;color:var(--soft)}
.badge{font-weight:600;color:var(--soft)}
.entry.live .badge{color:var(--good)}.failed .badge,.fault .badge{color:var(--bad)}.undo>.meta .badge{color:var(--busy)}
.entry.taken-back h3{text-decoration:line-through;text-decoration-color:var(--soft)}
.summary{color:var(--bad);font-size:.875rem}
details{display:inline-block;vertical-align:top;margin:.5rem .5rem 0 0;font-size:.9375rem}
details[open]{display:block}
summary{display:inline-flex;align-items:center;font-size:.875rem;padding:.25rem .75rem;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:.4em;height:.4em;margin-left:.6em;border:solid currentcolor;border-width:0 .125em .125em 0;transform:rotate(45deg) translateY(-.15em)}
details[open]>summary::after{transform:rotate(225deg)}
.undo[open]{border-top:1px solid var(--line);padding-top:.5rem}
details form{margin-top:.75rem}
.pages{columns:18rem;column-gap:2rem}
details li a{display:inline-block;min-height:1.5rem}
.message{border:1px solid var(--bad);border-radius:.5rem;padding:.5rem 1rem;color:var(--bad)}
.login{max-width:24rem;margin:15vh auto 0}
.login form{display:grid;gap:.75rem}
input{font:inherit;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--ground);color:var(--text);width:100%}
[hidden]{display:none}
`;

export const SCRIPT = `
const byId = (id) => document.getElementById(id);
const times = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "medium" });
const localize = (part) => {
  for (const time of part.querySelectorAll("time")) time.textContent = times.format(new Date(time.dateTime));
};
const put = (part, html) => {
  const open = [...part.querySelectorAll("details[open]")].map(({ id }) => id);
  const focus = document.activeElement?.closest("details")?.id;
  const isButton = document.activeElement?.matches("button");
  part.innerHTML = html;
  for (const id of open) byId(id)?.setAttribute("open", "");
  if (focus && part.contains(byId(focus))) byId(focus).querySelector(isButton ? "button" : "summary")?.focus();
  localize(part);
};
localize(document);
const source = new EventSource("console/events");
source.addEventListener("status", ({ data }) => put(byId("status"), JSON.parse(data)));
source.addEventListener("list", ({ data }) => put(byId("list"), JSON.parse(data)));
source.addEventListener("open", () => { byId("offline").hidden = true; });
source.addEventListener("error", () => {
  byId("offline").hidden = false;
  if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 10000);
});
`;
