import { type CSSProperties, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { isBlank } from "../ui/blank.ts";
import { useLevels } from "../ui/heading.tsx";
import { Picture } from "../ui/image.tsx";
import { formatNumber } from "../ui/number.ts";
import { percent } from "../ui/percent.ts";
import { RichText } from "../ui/rich-text.tsx";
import { RULER_RANGE } from "../ui/ruler-range.ts";
import { Section, SectionHead } from "../ui/section.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { useWhenNear } from "../ui/use-when-near.ts";
import type { schema } from "./InspectionLight.schema.ts";
import type { Lamp } from "./lamp.ts";

type Props = PropsOf<typeof schema>;

/** Initial direction of the lamp in degrees: from the upper left, where most scratches are visible. */
const FIRST = 215;
/** Distance of the lamp from the centre when moved by the range input, as a share of the picture. */
const ORBIT = 0.55;

/** A part under a lamp. The pointer or a range input moves the lamp, and a switch shows what the model sees. */
export function InspectionLight(props: Props): ReactNode {
  const { item } = useLevels(props);
  if (isBlank(props) || !props.image) return null;
  return (
    <Section block={props} className="inspection-light">
      <div className="wrap">
        <SectionHead block={props} layout="split">
          {props.text && <RichText doc={props.text} level={item} className="inspection-light__text" />}
        </SectionHead>
        <Bench {...props} />
      </div>
    </Section>
  );
}

function Bench({ image, surface, normal_map: normal, heat_map: heat, defects }: Props): ReactNode {
  const w = useWords();
  const { lang } = useSite().shared;
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const lamp = useRef<Lamp | null>(null);
  const [isLit, setLit] = useState(false);
  const [angle, setAngle] = useState(FIRST);
  const [isModel, setModel] = useState(false);

  useWhenNear(root, () => {
    let gone = false;
    if (surface && normal) {
      import("./lamp.ts")
        .then(({ createLamp }) => {
          const sources = { surface: surface.src, normal: normal.src, heat: heat?.src ?? "" };
          return gone || !canvas.current ? null : createLamp(canvas.current, sources);
        })
        .then((made) => {
          if (gone || !made) return made?.destroy();
          lamp.current = made;
          made.move(...placeOf(FIRST));
          setLit(true);
        })
        // No WebGL, or a file is missing: the picture stays.
        .catch(() => undefined);
    }
    return () => {
      gone = true;
      lamp.current?.destroy();
      lamp.current = null;
    };
  });
  useEffect(() => lamp.current?.showModel(isModel), [isModel]);

  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    lamp.current?.move((event.clientX - left) / width, (event.clientY - top) / height);
  };
  const turn = (to: number) => {
    setAngle(to);
    lamp.current?.move(...placeOf(to));
  };
  return (
    <div className="inspection-light__bench" ref={root} data-lit={isLit ? "" : undefined}>
      <div className="inspection-light__part" onPointerMove={follow} onPointerDown={follow}>
        <Picture image={image} className="inspection-light__picture" sizes="min(92vw, 95rem)" />
        <span className="inspection-light__over" aria-hidden="true">
          <canvas ref={canvas} className="inspection-light__canvas" />
        </span>
        <ul className={`inspection-light__defects ${isModel ? "inspection-light__defects--shown" : ""}`.trim()}>
          {defects.map((defect) => (
            <li
              key={defect._uid}
              className="inspection-light__defect"
              style={{ "--x": percent(defect.x ?? 0), "--y": percent(defect.y ?? 0) } as CSSProperties}
              {...editable(defect)}
            >
              {defect.title}
              {defect.score !== null && (
                <span className="inspection-light__score">{formatNumber(defect.score, 2, lang)}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <div className="inspection-light__controls">
        <label className="inspection-light__angle">
          <span>{w("lamp_angle")}</span>
          <input
            type="range"
            className={RULER_RANGE}
            min={0}
            max={360}
            step={5}
            value={angle}
            aria-valuetext={w("lamp_degrees", { n: angle })}
            onChange={(event) => turn(Number(event.currentTarget.value))}
          />
        </label>
        <button
          type="button"
          className="inspection-light__switch"
          aria-pressed={isModel}
          onClick={() => setModel((before) => !before)}
        >
          {w("lamp_model")}
        </button>
      </div>
    </div>
  );
}

/** A point around the picture's centre, as shares of its width and height. */
function placeOf(degrees: number): [x: number, y: number] {
  const radians = (degrees / 180) * Math.PI;
  return [0.5 + Math.cos(radians) * ORBIT, 0.5 + Math.sin(radians) * ORBIT];
}
