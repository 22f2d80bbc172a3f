import { spawn } from "node:child_process";

const FORMAT = ["-f", "f32le", "-ar", "22050", "-ac", "1", "-i", "-"];
const MP3 = ["-c:a", "libmp3lame", "-b:a", "64k", "-bitexact", "-map_metadata", "-1", "-f", "mp3", "-"];

/** Mono samples as MP3, which every browser decodes; requires ffmpeg. */
export async function toMp3(samples) {
  const ffmpeg = spawn("ffmpeg", ["-loglevel", "error", ...FORMAT, ...MP3], { stdio: ["pipe", "pipe", "inherit"] });
  ffmpeg.stdin.end(Buffer.from(samples.buffer));
  const parts = [];
  for await (const part of ffmpeg.stdout) parts.push(part);
  if (parts.length === 0) throw new Error("ffmpeg wrote nothing: is it installed, with libmp3lame?");
  return Buffer.concat(parts);
}
