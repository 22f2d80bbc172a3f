import type { CSSProperties, ReactNode } from "react";
import { DAYS } from "./console-series.ts";

interface TraceProps {
  series: readonly number[];
  limit: number;
  /** The series is highlighted up to this day. */
  day: number;
}

const WIDTH = 180;

/** A row's 90 days as a thin line. */
export function Trace({ series, limit, day }: TraceProps): ReactNode {
  const path = pathOf(series, limit, 30);
  return (
    <svg className="console__trace" viewBox={`0 0 ${WIDTH} 32`} preserveAspectRatio="none" aria-hidden="true">
      <path className="console__ahead" d={path} />
      <svg width={(day / DAYS) * WIDTH} height="32" overflow="hidden" aria-hidden="true">
        <path className="console__past" d={path} />
      </svg>
    </svg>
  );
}

/** The same with its limit and axis labels, which are HTML so that they are not stretched. */
export function Plot(props: TraceProps & { limitText: string; days: readonly string[] }): ReactNode {
  const { series, limit, day } = props;
  const path = pathOf(series, limit, 98);
  const [at] = heightsOf([limit], series, limit, 98);
  return (
    <div className="console__plot">
      <svg viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path className="console__limit" d={`M0 ${at}H${WIDTH}`} />
        <path className="console__ahead" d={path} />
        <svg width={(day / DAYS) * WIDTH} height="100" overflow="hidden" aria-hidden="true">
          <path className="console__area" d={`${path}V100H0Z`} />
          <path className="console__past" d={path} />
        </svg>
      </svg>
      <p className="console__limit-text" style={{ "--top": `${at}%` } as CSSProperties}>
        {props.limitText}
      </p>
      <ol className="console__days" aria-hidden="true">
        {props.days.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </div>
  );
}

function pathOf(series: readonly number[], limit: number, height: number): string {
  const heights = heightsOf(series, series, limit, height);
  const points = heights.map((y, index) => `${(((index + 1) / DAYS) * WIDTH).toFixed(1)} ${y}`);
  return `M0 ${heights[0]}L${points.join("L")}`;
}

/** Distances of values from the top: the lowest is at the bottom, limit and highest value stay below the top. */
function heightsOf(values: readonly number[], series: readonly number[], limit: number, height: number): string[] {
  const low = Math.min(...series);
  const high = Math.max(limit, ...series);
  return values.map((value) => (1 + (height - 1) * (1 - (value - low) / (high - low || 1))).toFixed(1));
}
