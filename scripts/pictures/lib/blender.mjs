import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bloom } from "./blur.mjs";

const script = fileURLToPath(new URL("../rendered/render.py", import.meta.url));
/** Rendering takes minutes, so a scene is rendered once, at most this wide, and its upright picture is cut from it. */
const WIDEST = 2000;
const SAMPLES = 14;
const films = new Map();

async function render(name, width, height, samples) {
  const folder = await mkdtemp(path.join(tmpdir(), "picture-"));
  try {
    const file = path.join(folder, "light");
    const scene = [name, width, height, samples, file].map(String);
    await promisify(execFile)("blender", ["-b", "-noaudio", "--python-exit-code", "1", "-P", script, "--", ...scene], {
      maxBuffer: 1 << 26,
    });
    const bytes = await readFile(file);
    return { width, height, data: new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Linear between pixels. */
function enlarged({ width, height, data }, size) {
  const out = new Float32Array(size.width * size.height * 3);
  for (let y = 0, i = 0; y < size.height; y++) {
    const v = Math.min(height - 1.001, ((y + 0.5) * height) / size.height - 0.5);
    const top = Math.max(0, Math.floor(v));
    for (let x = 0; x < size.width; x++) {
      const u = Math.min(width - 1.001, ((x + 0.5) * width) / size.width - 0.5);
      const left = Math.max(0, Math.floor(u));
      const [down, right] = [Math.max(0, v - top), Math.max(0, u - left)];
      for (let c = 0; c < 3; c++, i++) {
        const at = (top * width + left) * 3 + c;
        const above = data[at] * (1 - right) + data[at + 3] * right;
        const below = data[at + width * 3] * (1 - right) + data[at + width * 3 + 3] * right;
        out[i] = above * (1 - down) + below * down;
      }
    }
  }
  return { ...size, data: out };
}

/** A scene of `rendered/` as a film. Glass needs more samples, a full screen more pixels than the rest. */
export function rendered(name, { samples = SAMPLES, widest = WIDEST, ...look }) {
  return async ({ width, height }) => {
    const own = Math.min(width, widest);
    const size = { width: own, height: Math.round((own * height) / width) };
    const key = `${name} ${own} ${size.height}`;
    if (!films.has(key)) films.set(key, render(name, size.width, size.height, samples));
    const known = await films.get(key);
    const film = known.width === width ? { ...known, data: known.data.slice() } : enlarged(known, { width, height });
    const unit = width / WIDEST;
    bloom(film, [
      [6 * unit, 0.06],
      [60 * unit, 0.05],
    ]);
    return { film, vignette: 0.25, ...look };
  };
}
