import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import type { PropsOf } from "../../exports/schema.ts";
import { editable } from "../../kit/editable.ts";
import { isBlank } from "../ui/blank.ts";
import { useLevels } from "../ui/heading.tsx";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/image.tsx";
import { formatNumber } from "../ui/number.ts";
import { percent } from "../ui/percent.ts";
import { RichText } from "../ui/rich-text.tsx";
import { RULER_RANGE } from "../ui/ruler-range.ts";
import { Section, SectionHead } from "../ui/section.tsx";
import { useSite, useWords } from "../ui/site.tsx";
import { useWhenNear } from "../ui/use-when-near.ts";
import type { schema } from "./SoundCompare.schema.ts";
import type { SoundEngine } from "./sound-engine.ts";

type Props = PropsOf<typeof schema>;
type Take = Props["takes"][number];

const SECONDS = 10;
const HERTZ = 8000;
const STEPS = 5;

/**
 * Recordings to compare by ear and eye: all play in sync and one is heard, so that switching keeps the position. The
 * engine is loaded when the block comes near, the recordings when they are played. Without script each has the
 * browser's own player below its spectrogram.
 */
export function SoundCompare(props: Props): ReactNode {
  const { item } = useLevels(props);
  if (isBlank(props) || props.takes.length === 0) return null;
  return (
    <Section block={props} className="sound-compare">
      <div className="wrap">
        <SectionHead block={props} layout="split">
          {props.text && <RichText doc={props.text} level={item} className="sound-compare__text" />}
        </SectionHead>
        <Desk takes={props.takes} seconds={props.seconds ?? SECONDS} hertz={props.hertz ?? HERTZ} />
      </div>
    </Section>
  );
}

interface DeskProps {
  takes: readonly Take[];
  seconds: number;
  hertz: number;
}

function Desk({ takes, seconds, hertz }: DeskProps): ReactNode {
  const w = useWords();
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const engine = useRef<SoundEngine | null>(null);
  const [shown, setShown] = useState(0);
  const [at, setAt] = useState(0);
  const [state, setState] = useState<"still" | "loading" | "playing" | "failed">("still");

  useWhenNear(root, () => {
    let gone = false;
    import("./sound-engine.ts")
      .then(({ createSoundEngine }) => {
        if (gone || !canvas.current) return;
        const sources = takes.map((take) => take.audio?.src ?? "");
        engine.current = createSoundEngine({
          sources,
          seconds,
          hertz,
          canvas: canvas.current,
          onTime: setAt,
          onState: setState,
        });
      })
      .catch(() => setState("failed"));
    return () => {
      gone = true;
      engine.current?.destroy();
      engine.current = null;
    };
  });
  useEffect(() => engine.current?.choose(shown), [shown]);

  const playing = state === "playing";
  const toggle = () => (playing ? engine.current?.pause() : engine.current?.play(shown));
  const seek = (to: number) => {
    setAt(to);
    engine.current?.seek(to);
  };
  return (
    <div className="sound-compare__desk" ref={root}>
      <fieldset className="sound-compare__switch sound-compare__script">
        <legend className="visually-hidden">{w("sound_choose")}</legend>
        {takes.map((take, index) => (
          <button
            key={take._uid}
            type="button"
            className="sound-compare__take"
            aria-pressed={index === shown}
            onClick={() => setShown(index)}
          >
            {take.title}
          </button>
        ))}
      </fieldset>
      <div className="sound-compare__plot">
        <ol className="sound-compare__hertz sound-compare__scale sound-compare__script" aria-hidden="true">
          {[4, 3, 2, 1, 0].map((step) => (
            <li key={step}>{`${(hertz / 4000) * step} kHz`}</li>
          ))}
        </ol>
        <div className="sound-compare__sheets">
          {takes.map((take, index) => (
            <Sheet key={take._uid} take={take} isShown={index === shown} seconds={seconds} hertz={hertz} />
          ))}
          <span className="sound-compare__over sound-compare__script" aria-hidden="true">
            <canvas ref={canvas} className="sound-compare__live" />
            <span className="sound-compare__needle" style={{ "--at": percent(at / seconds) } as CSSProperties} />
          </span>
        </div>
        <input
          type="range"
          className={`sound-compare__time sound-compare__script ${RULER_RANGE}`}
          min={0}
          max={seconds}
          step={0.1}
          value={at}
          aria-label={w("sound_place")}
          aria-valuetext={w("sound_seconds", { n: at.toFixed(1) })}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
        <Seconds seconds={seconds} />
      </div>
      <div className="sound-compare__foot sound-compare__script">
        <button type="button" className="sound-compare__play action action--button-arrow" onClick={toggle}>
          <span className="action__title">{w(playing ? "sound_pause" : "sound_play")}</span>
          <span className="action__arrow">
            <Icon name={playing ? "pause" : "play"} />
          </span>
        </button>
        <p className="sound-compare__status" role="status">
          {state === "loading" && w("sound_loading")}
          {state === "failed" && w("sound_failed")}
        </p>
      </div>
    </div>
  );
}

function Sheet({ take, isShown, seconds, hertz }: SheetProps): ReactNode {
  const { note, note_seconds: at, note_hertz: pitch } = take;
  const place = { "--x": percent((at ?? 0) / seconds), "--y": percent(1 - (pitch ?? 0) / hertz) } as CSSProperties;
  const { spectrogram: wide, spectrogram_portrait: upright } = take;
  const shape = { "--shape": shapeOf(wide, 25 / 9), "--upright-shape": shapeOf(upright, 4 / 3) } as CSSProperties;
  return (
    <figure
      className={`sound-compare__sheet ${isShown ? "sound-compare__sheet--shown" : ""}`.trim()}
      style={shape}
      {...editable(take)}
    >
      <Picture
        image={wide}
        upright={{ image: upright, sizes: "92vw" }}
        className="sound-compare__picture"
        sizes="min(92vw, 95rem)"
      />
      {note && at !== null && (
        <p
          className={`sound-compare__note ${at > seconds / 2 ? "sound-compare__note--left" : ""}`.trim()}
          style={place}
        >
          {note}
        </p>
      )}
      <figcaption className="sound-compare__plain">
        {take.title}
        {/* Shown without script only: the recording is of a machine, there are no words to caption. */}
        {take.audio && <Sound src={take.audio.src} />}
      </figcaption>
    </figure>
  );
}

/** A spectrogram's own aspect ratio, if it differs from the stylesheet's, so that the scales beside it fit. */
function shapeOf(image: Take["spectrogram"], usual: number): string | undefined {
  if (!image || image.width === 0 || image.height === 0 || image.width / image.height === usual) return undefined;
  return `${image.width} / ${image.height}`;
}

interface SheetProps {
  take: Take;
  isShown: boolean;
  seconds: number;
  hertz: number;
}

/** The browser's own player. */
const Player = "audio";

function Sound({ src }: { src: string }): ReactNode {
  return <Player controls preload="none" src={src} />;
}

function Seconds({ seconds }: { seconds: number }): ReactNode {
  const { lang } = useSite().shared;
  const marks = Array.from({ length: STEPS + 1 }, (_, index) => (seconds / STEPS) * index);
  return (
    <ol className="sound-compare__scale sound-compare__script" aria-hidden="true">
      {marks.map((mark) => (
        <li key={mark}>{`${formatNumber(mark, Number.isInteger(mark) ? 0 : 1, lang)} s`}</li>
      ))}
    </ol>
  );
}
