import { type CSSProperties, type ReactNode, useMemo, useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import { decimalsOf, formatNumber } from "../ui/number.ts";
import { useSite, useWords } from "../ui/site.tsx";
import { Plot, Trace } from "./console-plot.tsx";
import { alertFrom, DAYS, type Line, rangeOf, seriesOf, shareOfRange, stateOn } from "./console-series.ts";
import { useDays } from "./use-days.ts";

interface Row {
  line: Line;
  series: number[];
  /** Day of its alert, or null. */
  alert: number | null;
}

const EVENTS = 4;
const WORD = { fine: "console_fine", watch: "console_watch", alert: "console_alert" } as const;

/**
 * The product's screen: lines with their values, the one closest to its limit in large, a log, and a scale of 90 days
 * to move along. The server renders the day of an alert in the middle; script advances the days while it is in view.
 */
export function Console({ lines, label }: { lines: readonly Line[]; label: string }): ReactNode {
  const w = useWords();
  const root = useRef<HTMLElement>(null);
  const rows = useMemo(() => lines.map(rowOf), [lines]);
  const days = useDays({ root, first: stillOf(rows) });
  const { day } = days;
  const nearest = rows.reduce((best, row) => (nearness(row, day) > nearness(best, day) ? row : best), rows[0] as Row);
  const events = rows
    .filter((row): row is Row & { alert: number } => row.alert !== null && row.alert <= day)
    .sort((a, b) => b.alert - a.alert)
    .slice(0, EVENTS);
  return (
    <section className="console" data-theme="dark" ref={root} aria-label={label || w("console")}>
      <Focus row={nearest} day={day} />
      <div className="console__time">
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
        {events.map(({ line, alert }) => (
          <li key={line._uid} className={`console__event ${day - alert < 2 ? "console__event--new" : ""}`.trim()}>
            <small>{w("console_day", { n: alert })}</small>
            <span>
              {`${line.name} `}
              <small>{line.alert_text}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The day to show while nothing moves: that of the middle alert, so that there are days before and after it. */
function stillOf(rows: readonly Row[]): number {
  const alerts = rows.flatMap(({ alert }) => alert ?? []).sort((a, b) => a - b);
  return alerts[Math.floor(alerts.length / 2)] ?? DAYS;
}

function rowOf(line: Line): Row {
  const series = seriesOf(line);
  return { line, series, alert: alertFrom(line, series) };
}

function nearness({ line, series }: Row, day: number): number {
  return shareOfRange(line, series, day);
}

function useValue(): (row: Row, day: number) => string {
  const { shared } = useSite();
  return ({ line, series }, day) => {
    const decimals = decimalsOf(rangeOf(line).limit, line.decimals);
    return formatNumber(series[day - 1] ?? 0, decimals, shared.lang);
  };
}

function LineRow({ row, day }: { row: Row; day: number }): ReactNode {
  const w = useWords();
  const value = useValue();
  const { line, series } = row;
  const state = stateOn(line, series, day);
  return (
    <li className={`console__line console--${state}`}>
      <p className="console__name">
        {line.name}
        {line.place && <small>{line.place}</small>}
      </p>
      <Trace series={series} limit={rangeOf(line).limit} day={day} />
      <p className="console__value">
        {`${value(row, day)} `}
        <small>{line.unit}</small>
      </p>
      <small className="console__state">{w(WORD[state])}</small>
    </li>
  );
}

function Focus({ row, day }: { row: Row; day: number }): ReactNode {
  const w = useWords();
  const value = useValue();
  const { line, series } = row;
  const { lang } = useSite().shared;
  const { limit } = rangeOf(line);
  return (
    <div className={`console__focus console--${stateOn(line, series, day)}`}>
      <p className="console__name">
        {line.name}
        <small>{line.measure}</small>
      </p>
      <p className="console__large">
        {`${value(row, day)} `}
        <small>{line.unit}</small>
      </p>
      <Plot
        series={series}
        limit={limit}
        day={day}
        limitText={`${w("console_limit")} ${formatNumber(limit, decimalsOf(limit, line.decimals), lang)} ${line.unit}`}
        days={[1, 30, 60, 90].map((n) => w("console_day", { n }))}
      />
    </div>
  );
}
