import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { develop, toJpeg } from "../lib/develop.mjs";
import { createStrip, drawFrame } from "./strip.mjs";

const SIZE = { width: 1280, height: 720 };
const RATE = 25;
const SECONDS = 7;
/**
 * Position in the loop where the video starts: the poster is this frame, so that nothing jumps when the video starts.
 */
const START = 0.79;
const LOOK = { exposure: 1.35, vignette: 0.4, grain: 0, seed: "video" };

function encoder(file) {
  const input = [
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
    "-s",
    `${SIZE.width}x${SIZE.height}`,
    "-r",
    String(RATE),
    "-i",
    "-",
  ];
  const output = [
    "-an",
    "-c:v",
    "libx264",
    "-preset",
    "slow",
    "-crf",
    "25",
    "-pix_fmt",
    "yuv420p",
    "-movflags",
    "+faststart",
    "-bitexact",
    file,
  ];
  return spawn("ffmpeg", ["-y", "-loglevel", "error", "-threads", "1", ...input, ...output], {
    stdio: ["pipe", "inherit", "inherit"],
  });
}

/** Draws every frame of the loop and pipes it to ffmpeg, which must be installed. */
export async function recordLine() {
  const folder = await mkdtemp(path.join(tmpdir(), "strip-"));
  const file = path.join(folder, "line.mp4");
  const ffmpeg = encoder(file);
  const table = createStrip();
  const frames = RATE * SECONDS;
  for (let i = 0; i < frames; i++) {
    const bytes = await develop(drawFrame({ table, ...SIZE, phase: (START + i / frames) % 1 }), LOOK)
      .raw()
      .toBuffer();
    if (!ffmpeg.stdin.write(bytes)) await once(ffmpeg.stdin, "drain");
  }
  ffmpeg.stdin.end();
  await once(ffmpeg, "close");
  const content = await readFile(file);
  await rm(folder, { recursive: true });
  return content;
}

/** The poster: the video's first frame, drawn larger. */
export async function drawPoster() {
  const film = drawFrame({ table: createStrip(), width: 1920, height: 1080, phase: START });
  return toJpeg(develop(film, { ...LOOK, grain: 1.6 }));
}

const cue = (from, to, words) => `00:00:0${from.toFixed(3)} --> 00:00:0${to.toFixed(3)}\n${words}\n`;

/** The video is silent; its captions describe it. */
export const captions = {
  en: () =>
    [
      "WEBVTT\n",
      cue(0.2, 2.4, "Steel strip leaves the last stand at 9.6 metres per second."),
      cue(2.6, 4.7, "A line of light measures its surface every 26 milliseconds."),
      cue(4.9, 6.9, "Each flaw is marked and graded before the coil is wound."),
    ].join("\n"),
  de: () =>
    [
      "WEBVTT\n",
      cue(0.2, 2.4, "Stahlband verlässt das letzte Gerüst mit 9,6 Metern pro Sekunde."),
      cue(2.6, 4.7, "Eine Lichtlinie misst die Oberfläche alle 26 Millisekunden."),
      cue(4.9, 6.9, "Jeder Fehler ist markiert und bewertet, bevor das Coil gewickelt ist."),
    ].join("\n"),
};
