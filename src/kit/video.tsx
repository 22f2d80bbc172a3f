import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import type { FileData, ImageData } from "../site/api/payload.ts";
import { hasConsent, onConsentChange, requestConsent } from "./consent.ts";
import { type Embed, parseEmbed } from "./embed.ts";
import { Image, type ImageProps } from "./image.tsx";
import { prefersReducedMotion } from "./reduced-motion.ts";
import { useSite, useWords } from "./site.tsx";
import { useConsent } from "./use-consent.ts";

export interface VideoProps {
  /** An uploaded file; it goes before `embedUrl`. */
  video: FileData | null;
  /** Address of a video on YouTube or Vimeo. */
  embedUrl?: string;
  /** Shown until the video plays. */
  poster: ImageData | null;
  /** A WebVTT file. */
  captions?: FileData | null;
  /** What the video shows, as its accessible name. */
  title?: string;
  /** Silent, in the background, with a button that stops it; never under reduced motion. Default: false. */
  autoplay?: boolean;
  /** Sizes of the still image over a silent loop, and whether it is the page's first picture. */
  still?: Pick<ImageProps, "sizes" | "priority">;
  /** Begins again at its end. Default: true with `autoplay`. */
  loop?: boolean;
  /** Of the element around it, beside `video`. */
  className?: string;
}

/**
 * An uploaded video, or one on another service that loads nothing before consent. For a block with `hydrate`.
 *
 * @example
 * export const Film = ({ film, still }: { film: FileData | null; still: ImageData | null }) => (
 *   <Video video={film} poster={still} title="How a gearbox is tested" />
 * );
 */
export function Video(props: VideoProps): ReactNode {
  const w = useWords();
  const { video, embedUrl = "", className = "" } = props;
  const embed = video ? null : parseEmbed(embedUrl);
  return (
    <div className={`video ${className}`.trim()} style={posterStyle(props)}>
      {video?.foreign && <ForeignVideo video={video} poster={props.poster} />}
      {video &&
        !video.foreign &&
        (props.autoplay ? <AmbientVideo {...props} video={video} /> : <FileVideo {...props} video={video} />)}
      {embed && <EmbedVideo embed={embed} title={props.title ?? ""} poster={props.poster} />}
      {!video && !embed && (
        <div className="video__missing">
          <Image image={props.poster} decorative sizes="(min-width: 82rem) 82rem, 100vw" />
          {!props.poster && <p className="video__note">{w("video_missing")}</p>}
        </div>
      )}
    </div>
  );
}

/** The still image as background: a player that is hidden before it plays shows no poster either. */
function posterStyle({ video, poster, autoplay }: VideoProps): CSSProperties | undefined {
  if (!video || video.foreign || autoplay || !poster) return undefined;
  // The URL is not quoted, so characters that would end it are percent-encoded.
  const address = poster.src.replace(/[\s"'()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return { "--still": `url(${address})` } as CSSProperties;
}

/** A video on a host that needs consent: a link, and nothing is loaded. */
function ForeignVideo({ video, poster }: { video: FileData; poster: ImageData | null }): ReactNode {
  const w = useWords();
  // Not by `new URL`, which an address such as https://[/film.mp4 makes throw.
  const [, , service = ""] = video.src.split("/");
  return (
    <div className="video__facade" data-theme="dark">
      <Image image={poster} className="video__poster" decorative sizes="(min-width: 82rem) 82rem, 100vw" />
      <div className="video__consent">
        <p className="video__note">{w("video_notice", { service })}</p>
        <p className="video__choices">
          <a href={video.src} target="_blank" rel="noopener">
            {w("video_open", { service })}
          </a>
        </p>
      </div>
    </div>
  );
}

/** Captions depend on content: there is a track if an editor provided one. */
const Player = "video";

type FileProps = VideoProps & { video: FileData };

/**
 * A video with sound and controls. A button covers the still image; the browser's controls appear with the video. They
 * are in the document for browsers without script; otherwise the stylesheet hides the player until it plays.
 */
function FileVideo({ video, poster, captions, title, loop }: FileProps): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  const player = useRef<HTMLVideoElement>(null);
  const [covered, setCovered] = useState(poster !== null);
  const [hydrated, setHydrated] = useState(false);
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    setHydrated(true);
    // The browser's own menu can start a video before hydration.
    if (player.current && !(player.current.paused && player.current.currentTime === 0)) setCovered(false);
  }, []);
  // The pressed button disappears, so the video gets the focus.
  useEffect(() => {
    if (pressed) player.current?.focus();
  }, [pressed]);
  const start = () => {
    setCovered(false);
    setPressed(true);
    player.current?.play().catch(() => undefined);
  };
  const film = (
    <Player
      ref={player}
      className={covered ? "video__player video__player--still" : "video__player"}
      src={video.src}
      poster={poster?.src}
      width={poster?.width || 1600}
      height={poster?.height || 900}
      controls={!(covered && hydrated)}
      playsInline
      preload={poster ? "none" : "metadata"}
      loop={loop}
      aria-label={title || undefined}
    >
      {captions && <track kind="captions" src={captions.src} srcLang={shared.lang} label={w("captions")} default />}
    </Player>
  );
  return (
    <>
      {film}
      {covered && (
        <button
          type="button"
          className="video__play video__play--over"
          onClick={start}
          aria-label={title ? w("video_play_named", { name: title }) : w("video_play")}
        >
          <Sign name="play" />
        </button>
      )}
    </>
  );
}

/**
 * A silent background loop. It is started by script, never under reduced motion, and can always be stopped. Its still
 * image covers it until the first frames and then fades, because the two rarely look the same.
 */
function AmbientVideo({ video, poster, captions, title, loop = true, still }: FileProps): ReactNode {
  const { shared } = useSite();
  const w = useWords();
  const player = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [started, setStarted] = useState(false);
  useEffect(() => {
    const element = player.current;
    if (!element || prefersReducedMotion()) return;
    element.muted = true;
    // Browsers may refuse autoplay; the button remains.
    element.play().catch(() => undefined);
  }, []);
  const toggle = () => {
    const element = player.current;
    if (element?.paused) element.play().catch(() => undefined);
    else element?.pause();
  };
  return (
    <>
      <video
        ref={player}
        className="video__player"
        src={video.src}
        width={poster?.width || 1600}
        height={poster?.height || 900}
        muted
        loop={loop}
        playsInline
        preload="none"
        aria-label={title || undefined}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onPlaying={() => setStarted(true)}
      >
        {captions && <track kind="captions" src={captions.src} srcLang={shared.lang} label={w("captions")} default />}
      </video>
      {poster && (
        <Image
          image={poster}
          className={started ? "video__still video__still--gone" : "video__still"}
          decorative
          {...still}
        />
      )}
      <button
        type="button"
        className="video__toggle"
        onClick={toggle}
        aria-label={w(playing ? "video_pause" : "video_play")}
      >
        <Sign name={playing ? "pause" : "play"} />
      </button>
    </>
  );
}

function EmbedVideo({ embed, title, poster }: { embed: Embed; title: string; poster: ImageData | null }): ReactNode {
  const w = useWords();
  const category = useSite().shared.site.consent?.embeds ?? "";
  const allowed = useConsent(category) && category !== "";
  const [pressed, setPressed] = useState(false);
  // Withdrawing consent stops the video, even one started with a single press.
  // What is told first was decided before: the button may have been pressed before the app ran.
  useEffect(() => {
    let isTold = document.documentElement.dataset.consent !== undefined;
    return onConsentChange(() => {
      if (isTold && !hasConsent(category)) setPressed(false);
      isTold = true;
    });
  }, [category]);
  if (pressed) {
    return (
      <iframe
        className="video__player"
        src={embed.src}
        title={title || w("video")}
        allow="autoplay; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <div className="video__facade" data-theme="dark">
      <Image image={poster} className="video__poster" decorative sizes="(min-width: 82rem) 82rem, 100vw" />
      <button type="button" className="video__play" onClick={() => setPressed(true)}>
        <Sign name="play" />
        <span className="visually-hidden">{title ? w("video_play_named", { name: title }) : w("video_play")}</span>
      </button>
      <div className="video__consent">
        {!allowed && <p className="video__note">{w("video_notice", { service: embed.service })}</p>}
        <p className="video__choices">
          {!allowed && category !== "" && (
            <button
              type="button"
              className="video__always"
              onClick={() => {
                requestConsent(category);
                setPressed(true);
              }}
            >
              {w("video_always")}
            </button>
          )}
          <a href={embed.page} target="_blank" rel="noopener">
            {w("video_open", { service: embed.service })}
          </a>
        </p>
      </div>
    </div>
  );
}

const SIGNS = { play: "M8 5v14l11-7z", pause: "M8 5v14M16 5v14" };

function Sign({ name }: { name: keyof typeof SIGNS }): ReactNode {
  return (
    <svg
      className={`icon icon--${name}`}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SIGNS[name]} fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  );
}
