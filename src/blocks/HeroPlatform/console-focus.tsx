import type { ReactNode } from "react";
import { decimalsOf, formatNumber } from "../ui/number.ts";
import { useSite, useWords } from "../ui/site.tsx";
import { Plot } from "./console-plot.tsx";
import { forecastOn, type Line, type Row, rangeOf, stateOn } from "./console-series.ts";

/** One line in large: its values so far, the limit, and when the model says that it is reached. */
export function Focus({ row, day }: { row: Row; day: number }): ReactNode {
  const w = useWords();
  const value = useValue();
  const { platformName: name } = useSite().shared.site;
  const { line, series } = row;
  const { notice_day: notice, alert_day: alert, stop_day: stop } = line;
  const forecast = forecastOn(line, day);
  const withUnit = (number: number) => `${value(line, number)} ${line.unit}`.trim();
  return (
    <div className={`console__focus console--${stateOn(line, series, day)}`}>
      <p className="console__name">
        {`${line.name} `}
        <small>{line.measure}</small>
      </p>
      <p className="console__large">
        {`${value(line, series[day - 1] ?? 0)} `}
        <small>{line.unit}</small>
      </p>
      <Plot
        line={line}
        series={series}
        day={day}
        forecast={forecast}
        days={[1, 30, 60, 90].map((n) => w("console_day", { n }))}
        texts={{
          limit: `${w("console_limit")} ${withUnit(rangeOf(line).limit)}`,
          model: notice === null ? "" : `${w("console_model", { name })} ${withUnit(series[notice - 1] ?? 0)}`,
          forecast:
            forecast === null
              ? ""
              : forecast.isAverted
                ? w("console_averted", { n: alert ?? 0 })
                : w("console_forecast", { n: forecast.days, m: forecast.margin }),
          stop: stop === null ? "" : `${w("console_stop")}, ${w("console_day", { n: stop })}`,
        }}
      />
      {notice !== null && alert !== null && (
        <p className="console__verdict">
          {`${w("console_without", { name, n: alert })} `}
          <b>{w("console_with", { name, n: notice })}</b>
        </p>
      )}
    </div>
  );
}

/** Writes a line's numbers with its decimals, in the page's language. */
export function useValue(): (line: Line, number: number) => string {
  const { lang } = useSite().shared;
  return (line, number) => formatNumber(number, decimalsOf(rangeOf(line).limit, line.decimals), lang);
}
