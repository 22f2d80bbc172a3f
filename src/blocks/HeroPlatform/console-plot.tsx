import type { CSSProperties, ReactNode } from "react";
import { percent } from "../ui/percent.ts";
import { DAYS, type Forecast, type Line, shareOfRange } from "./console-series.ts";

interface TraceProps {
  line: Line;
  series: readonly number[];
  /** The series is drawn up to this day. */
  day: number;
}

const WIDTH = 180;
/** The lowest and highest value drawn, as shares of the way from the usual value to the limit. */
const LOW = -0.45;
const HIGH = 1.25;

/** A row's days so far as a thin line. */
export function Trace(props: TraceProps): ReactNode {
  return (
    <svg className="console__trace" viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path className="console__past" d={pathOf(props)} />
    </svg>
  );
}

interface PlotProps extends TraceProps {
  forecast: Forecast | null;
  days: readonly string[];
  /** What stands at the limit, the model's own line, the end of the forecast and the stop. */
  texts: { limit: string; model: string; forecast: string; stop: string };
}

/** The same with its limit, the model's line and forecast. Their texts are HTML, so that they are not stretched. */
export function Plot(props: PlotProps): ReactNode {
  const { line, series, forecast, texts } = props;
  const { notice_day: notice, alert_day: alert, stop_day: stop } = line;
  const path = pathOf(props);
  const limit = heightOf(1);
  const model = notice !== null && alert !== null ? heightOf(shareOfRange(line, series, notice)) : null;
  return (
    <div className="console__plot">
      <svg viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none" aria-hidden="true">
        {stop !== null && <path d={`M${across(stop)} 0V100`} />}
        <path className="console__limit" d={`M0 ${limit}H${WIDTH}`} />
        {model && <path className="console__model" d={`M0 ${model}H${WIDTH}`} />}
        {forecast && alert !== null && <Fan forecast={forecast} alert={alert} start={heightAt(props, forecast.from)} />}
        <path className="console__area" d={`${path}V100H0Z`} />
        <path className="console__past" d={path} />
        {forecast && notice !== null && (
          <path className="console__notice" d={`M${across(notice)} ${heightAt(props, notice)}h0`} />
        )}
      </svg>
      <Text at={0} height={limit} drop={BELOW} className="console__text">
        {texts.limit}
      </Text>
      {model && (
        <Text at={0} height={model} drop={BELOW} className="console__text console__text--model">
          {texts.model}
        </Text>
      )}
      {forecast && alert !== null && (
        <Text
          at={isLate(alert) ? alert - forecast.margin : alert + forecast.margin}
          height={limit}
          shift={isLate(alert) ? "-100%" : "0"}
          className="console__text console__text--forecast"
        >
          {texts.forecast}
        </Text>
      )}
      {stop !== null && (
        <Text at={stop} height="100" className="console__text">
          {texts.stop}
        </Text>
      )}
      <ol className="console__days" aria-hidden="true">
        {props.days.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </div>
  );
}

/** The forecast's text stands after the days it means, or before them where the plot ends soon. */
const isLate = (alert: number): boolean => alert > DAYS * 0.6;

/** From the last value to the days between which the limit is reached. */
function Fan({ forecast, alert, start }: { forecast: Forecast; alert: number; start: string }): ReactNode {
  const { from, margin, isAverted } = forecast;
  const [origin, limit] = [`M${across(from)} ${start}`, heightOf(1)];
  return (
    <g className={isAverted ? "console__fan console__fan--averted" : "console__fan"}>
      <path className="console__band" d={`${origin}L${across(alert - margin)} ${limit}H${across(alert + margin)}Z`} />
      <path className="console__limit" d={`${origin}L${across(alert)} ${limit}`} />
    </g>
  );
}

/** Below its line; a text stands above it otherwise. */
const BELOW = "0.25rem";

interface TextProps {
  at: number;
  height: string;
  className: string;
  children: string;
  shift?: string;
  drop?: string;
}

function Text({ at, height, shift, drop, ...props }: TextProps): ReactNode {
  const place = { "--left": percent(at / DAYS), "--top": `${height}%`, "--shift": shift, "--drop": drop };
  return (
    <p className={props.className} style={place as CSSProperties}>
      {props.children}
    </p>
  );
}

function pathOf(of: TraceProps): string {
  const points = of.series.slice(0, of.day).map((_, index) => `${across(index + 1)} ${heightAt(of, index + 1)}`);
  return `M0 ${heightAt(of, 1)}L${points.join("L")}`;
}

const across = (day: number): string => ((day / DAYS) * WIDTH).toFixed(1);

const heightAt = ({ line, series }: TraceProps, day: number): string => heightOf(shareOfRange(line, series, day));

/** Distance from the top in percent; what exceeds the drawing stays at its edge. */
function heightOf(share: number): string {
  const within = Math.min(HIGH, Math.max(LOW, share));
  return ((100 * (HIGH - within)) / (HIGH - LOW)).toFixed(1);
}
