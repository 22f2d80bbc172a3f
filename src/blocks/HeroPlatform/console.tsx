import { type CSSProperties, type ReactNode, useMemo, useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import { percent } from "../ui/percent.ts";
import { useWords } from "../ui/site.tsx";
import { Focus, useValue } from "./console-focus.tsx";
import { Trace } from "./console-plot.tsx";
import { DAYS, type Line, type Row, reportedOn, seriesOf, stateOn } from "./console-series.ts";
import { useDays } from "./use-days.ts";

interface Message {
  key: string;
  day: number;
  name: string;
  text: string;
}

const SHOWN = 3;
const WORD = { fine: "console_fine", watch: "console_watch", alert: "console_alert" } as const;

/**
 * The product's screen: the line that reported last in large, with the model's forecast, all lines with their values, a
 * log, and a scale of 90 days to move along. The server renders the day of a notice in the middle; script advances the
 * days while it is in view.
 */
export function Console({ lines, label }: { lines: readonly Line[]; label: string }): ReactNode {
  const w = useWords();
  const root = useRef<HTMLElement>(null);
  const rows = useMemo(() => lines.map(rowOf), [lines]);
  const messages = useMemo(() => rows.flatMap(messagesOf).sort((a, b) => b.day - a.day), [rows]);
  const days = useDays({ root, first: stillOf(rows), stays: messages });
  const { day } = days;
  const focus = focusOn(rows, day);
  const { stop_day: stop } = focus.line;
  return (
    <section className="console" data-theme="dark" ref={root} aria-label={label || w("console")}>
      <Focus row={focus} day={day} />
      <div className="console__time">
        <div className="console__ruler">
          <input
            className="console__scale"
            type="range"
            min={1}
            max={DAYS}
            value={day}
            style={{ "--at": (day - 1) / (DAYS - 1) } as CSSProperties}
            aria-label={w("console_scale")}
            aria-valuetext={w("console_day_of", { n: day, m: DAYS })}
            onChange={(event) => days.go(Number(event.currentTarget.value))}
          />
          {stop !== null && (
            <small
              className="console__mark"
              style={{ "--left": percent((stop - 1) / (DAYS - 1)) } as CSSProperties}
              aria-hidden="true"
            >
              {w("console_stop")}
            </small>
          )}
        </div>
        <button
          type="button"
          className="console__play"
          onClick={days.toggle}
          aria-label={w(days.playing ? "console_pause" : "console_play")}
        >
          <Icon name={days.playing ? "pause" : "play"} />
        </button>
        <small>{w("console_day_of", { n: day, m: DAYS })}</small>
      </div>
      <ul className="console__lines">
        {rows.map((row) => (
          <LineRow key={row.line._uid} row={row} day={day} />
        ))}
      </ul>
      <ol className="console__events" aria-label={w("console_events")}>
        {messages
          .filter((message) => message.day <= day)
          .slice(0, SHOWN)
          .map((message) => (
            <li
              key={message.key}
              className={`console__event ${day - message.day < 2 ? "console__event--new" : ""}`.trim()}
            >
              <small>{w("console_day", { n: message.day })}</small>{" "}
              <span>
                {`${message.name} `}
                <small>{message.text}</small>
              </span>
            </li>
          ))}
      </ol>
    </section>
  );
}

/** The day to show while nothing moves: that of the middle message, so that there are days before and after it. */
function stillOf(rows: readonly Row[]): number {
  const days = rows.flatMap(({ reported }) => reported ?? []).sort((a, b) => a - b);
  return days[Math.floor(days.length / 2)] ?? DAYS;
}

/** The row that reported last; before the first message the one that will send it. */
function focusOn(rows: readonly Row[], day: number): Row {
  const when = ({ reported }: Row) => reported ?? DAYS + 1;
  const sorted = [...rows].sort((a, b) => when(a) - when(b));
  return (sorted.findLast((row) => when(row) <= day) ?? sorted[0]) as Row;
}

function rowOf(line: Line): Row {
  const series = seriesOf(line);
  return { line, series, reported: reportedOn(line, series) };
}

/** What the log says of a line: its message and, if there was one, the stop. */
function messagesOf({ line, reported }: Row): Message[] {
  const of = (day: number | null, text: string, key: string) =>
    day === null ? [] : [{ key: line._uid + key, day, name: line.name, text }];
  return [...of(reported, line.alert_text, "notice"), ...of(line.stop_day, line.stop_text, "stop")];
}

function LineRow({ row, day }: { row: Row; day: number }): ReactNode {
  const w = useWords();
  const value = useValue();
  const { line, series } = row;
  const state = stateOn(line, series, day);
  return (
    <li className={`console__line console--${state}`}>
      <p className="console__name">
        {`${line.name} `}
        {line.place && <small>{line.place}</small>}
      </p>
      <Trace line={line} series={series} day={day} />
      <p className="console__value">
        {`${value(line, series[day - 1] ?? 0)} `}
        <small>{line.unit}</small>
      </p>
      <small className="console__state">{w(WORD[state])}</small>
    </li>
  );
}
