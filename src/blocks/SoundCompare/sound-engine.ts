/** Plays recordings in sync and draws what is heard. Loaded when the block comes near; needs WebAudio and a canvas. */
export interface SoundEngine {
  play(index: number): Promise<void>;
  pause(): void;
  /** Switches to another recording; all of them keep playing. */
  choose(index: number): void;
  seek(seconds: number): void;
  destroy(): void;
}

export interface EngineInput {
  sources: readonly string[];
  seconds: number;
  /** Highest frequency of the spectrogram below the canvas. */
  hertz: number;
  canvas: HTMLCanvasElement;
  onTime(seconds: number): void;
  onState(state: "still" | "loading" | "playing" | "failed"): void;
}

interface Deck {
  context: AudioContext;
  analyser: AnalyserNode;
  buffers: AudioBuffer[];
  gains: GainNode[];
}

/** Seconds of the cross-fade between recordings: long enough to avoid a click, short enough not to be noticed. */
const FADE = 0.06;

export function createSoundEngine(input: EngineInput): SoundEngine {
  const { seconds, onState } = input;
  const stop = new AbortController();
  let deck: Deck | null = null;
  let running: AudioBufferSourceNode[] = [];
  let startedAt = 0;
  let place = 0;
  let heard = 0;
  let frame = 0;

  const now = () => (deck && running.length > 0 ? Math.min(seconds, deck.context.currentTime - startedAt) : place);
  const halt = () => {
    place = now();
    for (const source of running) {
      source.onended = null;
      source.stop();
    }
    running = [];
    cancelAnimationFrame(frame);
  };
  const start = ({ context, buffers, gains }: Deck) => {
    if (place >= seconds) place = 0;
    startedAt = context.currentTime - place;
    running = buffers.map((buffer, index) => {
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(gains[index] as GainNode);
      source.start(0, place);
      return source;
    });
    onState("playing");
    draw();
  };
  const draw = () => {
    const time = now();
    input.onTime(time);
    if (deck) paint(input, deck.analyser, time);
    if (time < seconds) {
      frame = requestAnimationFrame(draw);
      return;
    }
    halt();
    clear(input.canvas);
    onState("still");
  };
  const choose = (index: number) => {
    heard = index;
    deck?.gains.forEach((gain, at) => {
      gain.gain.setTargetAtTime(at === index ? 1 : 0, deck?.context.currentTime ?? 0, FADE / 3);
    });
  };
  return {
    choose,
    async play(index) {
      heard = index;
      try {
        if (!deck) {
          onState("loading");
          deck = await load(input.sources, stop.signal);
        }
        await deck.context.resume();
        if (stop.signal.aborted) return;
        choose(heard);
        start(deck);
      } catch {
        if (!stop.signal.aborted) onState("failed");
      }
    },
    pause() {
      halt();
      onState("still");
    },
    seek(to) {
      const wasRunning = running.length > 0;
      halt();
      place = Math.min(Math.max(0, to), seconds);
      if (wasRunning && deck) start(deck);
    },
    destroy() {
      stop.abort();
      halt();
      void deck?.context.close();
    },
  };
}

async function load(sources: readonly string[], signal: AbortSignal): Promise<Deck> {
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 2048, smoothingTimeConstant: 0.6 });
  analyser.connect(context.destination);
  const buffers = await Promise.all(
    sources.map(async (source) => {
      const answer = await fetch(source, { signal });
      if (!answer.ok) throw new Error(`GET ${source} answered ${answer.status}.`);
      return context.decodeAudioData(await answer.arrayBuffer());
    }),
  );
  const gains = buffers.map(() => {
    const gain = new GainNode(context, { gain: 0 });
    gain.connect(analyser);
    return gain;
  });
  return { context, analyser, buffers, gains };
}

/** Draws the current spectrum at the needle, on the spectrogram's axis. */
function paint({ canvas, hertz, seconds }: EngineInput, analyser: AnalyserNode, time: number): void {
  const brush = brushOf(canvas);
  if (!brush) return;
  const { width, height } = canvas;
  const levels = new Uint8Array(analyser.frequencyBinCount);
  analyser.getByteFrequencyData(levels);
  const highest = Math.min(levels.length, Math.round((hertz / (analyser.context.sampleRate / 2)) * levels.length));
  const x = (time / seconds) * width;
  const reach = width * 0.12 * (x > width * 0.85 ? -1 : 1);
  brush.clearRect(0, 0, width, height);
  brush.beginPath();
  brush.moveTo(x, height);
  for (let bin = 0; bin < highest; bin += 1) {
    brush.lineTo(x + ((levels[bin] ?? 0) / 255) * reach, height * (1 - bin / highest));
  }
  brush.lineTo(x, 0);
  brush.fillStyle = "rgb(255 90 31 / 0.35)";
  brush.fill();
  brush.strokeStyle = "#ff7d4d";
  brush.lineWidth = height / 160;
  brush.stroke();
}

function clear(canvas: HTMLCanvasElement): void {
  canvas.getContext("2d")?.clearRect(0, 0, canvas.width, canvas.height);
}

/** The canvas's 2D context, scaled to the size of its box. */
function brushOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const scale = Math.min(2, devicePixelRatio);
  const width = Math.round(canvas.clientWidth * scale);
  const height = Math.round(canvas.clientHeight * scale);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return canvas.getContext("2d");
}
