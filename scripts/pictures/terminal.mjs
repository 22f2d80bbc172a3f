// Draws a recorded terminal session as an animated SVG, at the speed of the recording:
//   script -q -c "npx sitegen generate" --log-out run.txt --log-timing run.times
//   node scripts/pictures/terminal.mjs --text run.txt --times run.times --command "npx sitegen generate" > picture.svg
// It supports what sitegen prints: colours, and one line that is cleared and rewritten. With reduced motion, it shows the
// end of the session.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const FRAME_SECONDS = 0.12;
const PAUSE_SECONDS = 4;
const COLUMN = 8.43;
const LINE = 22;
const STYLES = { 2: "dim", 32: "good", 33: "warning", 31: "bad", 1: "bold" };

const { values } = parseArgs({
  options: { text: { type: "string" }, times: { type: "string" }, command: { type: "string" } },
});
const states = screens(chunks(readFileSync(values.text), readFileSync(values.times, "utf8")));
process.stdout.write(draw(sampled(states), values.command));

/** Output with its time in seconds; the first line of the log is from `script`. */
function chunks(log, times) {
  let at = log.indexOf("\n") + 1;
  let second = 0;
  return times
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number))
    .map(([delay, bytes]) => {
      second += delay;
      at += bytes;
      return { second, text: log.subarray(at - bytes, at).toString("utf8") };
    });
}

/** The lines on the screen after each chunk. A line is a list of `{ text, style }`. */
function screens(written) {
  const lines = [[]];
  let style = "";
  return written.map(({ second, text }) => {
    for (const [token] of text.matchAll(/\r\n|[\r\n]|\p{Cc}\[[\d;]*[A-Za-z]|\P{Cc}+/gu)) {
      const line = lines.length - 1;
      if (token === "\r\n" || token === "\n") lines.push([]);
      else if (token === "\r") continue;
      else if (token.endsWith("[2K")) lines[line] = [];
      else if (/^\p{Cc}/u.test(token)) style = STYLES[/\d+/.exec(token)?.[0]] ?? "";
      else lines[line] = [...lines[line], { text: token, style }];
    }
    return { second, lines: lines.map((pieces) => pieces) };
  });
}

/** One state per frame, and the last one. */
function sampled(all) {
  const frames = [];
  for (const state of all) {
    const last = frames.at(-1);
    if (last && state.second - last.second < FRAME_SECONDS) last.lines = state.lines;
    else frames.push({ ...state });
  }
  return frames;
}

function draw(frames, command) {
  const end = frames.at(-1);
  const total = end.second + PAUSE_SECONDS;
  const share = (second) => `${((second / total) * 100).toFixed(2)}%`;
  const height = (wrapped(end.lines).length + 3) * LINE;
  const keyframes = (id, steps) =>
    `@keyframes ${id}{0%{visibility:hidden}${steps}}#${id}{animation:${id} ${total.toFixed(2)}s step-end infinite}`;
  const rules = frames.slice(0, -1).map(({ second }, index) => {
    return keyframes(
      `f${index}`,
      `${share(second)}{visibility:visible}${share(frames[index + 1].second)}{visibility:hidden}`,
    );
  });
  rules.push(keyframes("end", `${share(end.second)}{visibility:visible}`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 ${height}" width="900" height="${height}" role="img">
<title>${escapeText(command)}, as it runs</title>
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e8e4dc;white-space:pre}
.dim{fill:#77736b}.good{fill:#5fce8a}.warning{fill:#e5b567}.bad{fill:#ff7a5c}.bold{font-weight:700}
.frame{visibility:hidden}
@media (prefers-reduced-motion:no-preference){
${rules.join("\n")}
}
</style>
<rect width="900" height="${height}" rx="10" fill="#171614"/>
<text x="24" y="38"><tspan class="dim">$ </tspan>${escapeText(command)}</text>
${frames
  .slice(0, -1)
  .map(({ lines }, index) => `<g class="frame" id="f${index}">${textsOf(lines)}</g>`)
  .join("\n")}
<g id="end">${textsOf(end.lines)}</g>
</svg>
`;
}

function textsOf(lines) {
  return wrapped(lines)
    .map((pieces, row) => ({ pieces, y: 38 + (row + 1) * LINE }))
    .filter(({ pieces }) => pieces.length > 0)
    .map(({ pieces, y }) => `<text x="24" y="${y}">${pieces.map(spanOf).join("")}</text>`)
    .join("");
}

function spanOf({ text, style }) {
  return style === "" ? escapeText(text) : `<tspan class="${style}">${escapeText(text)}</tspan>`;
}

/** Lines wrapped between words to the picture's width. */
function wrapped(lines) {
  const most = Math.floor((900 - 48) / COLUMN);
  return lines.flatMap((pieces) => {
    const rows = [[]];
    let used = 0;
    for (const { text, style } of pieces)
      for (const word of text.split(/(?<= )/)) {
        if (used + word.trimEnd().length > most) {
          rows.push([]);
          used = 0;
        }
        rows.at(-1).push({ text: word, style });
        used += word.length;
      }
    return rows;
  });
}

function escapeText(text) {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
