/** The process that encodes pictures. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { encodePicture, type PictureToEncode } from "../../src/assets/encode-picture.ts";
import { encodeInProcess } from "../../src/assets/encoder.ts";
import { ROOT } from "../helpers/run-cli.ts";

const script = join(ROOT, "dist/encoder-process.mjs");
const dir = mkdtempSync(join(tmpdir(), "sitegen-test-"));

/** Noise, which takes the encoder longest. */
async function noise(name: string, width: number): Promise<PictureToEncode> {
  const path = join(dir, name);
  const gaussian = { type: "gaussian", mean: 128, sigma: 60 } as const;
  await sharp({ create: { width, height: width, channels: 3, background: "#000", noise: gaussian } })
    .png()
    .toFile(path);
  const quality = 60;
  const formats = ["avif", "webp"] as const;
  const variants = [40, width].flatMap((one) => formats.map((format) => ({ format, width: one, quality })));
  return { path, box: undefined, widest: width, variants };
}

/** Of this test's process. */
function encoders(): number[] {
  return readdirSync("/proc")
    .filter((name) => {
      try {
        const facts = readFileSync(`/proc/${name}/stat`, "utf8");
        const parent = Number(facts.slice(facts.lastIndexOf(")") + 2).split(" ")[1]);
        return parent === process.pid && readFileSync(`/proc/${name}/cmdline`, "utf8").includes("encoder-process");
      } catch {
        return false; // no process, or one that has ended
      }
    })
    .map(Number);
}

test("it makes the bytes that this process makes, whichever variants are wanted", async () => {
  const picture = await noise("small.png", 90);
  const all = await encodePicture(picture);
  expect((await encodeInProcess(picture, script)).map((one) => Buffer.from(one))).toEqual(
    all.map((one) => Buffer.from(one)),
  );
  const [alone] = await encodeInProcess({ ...picture, variants: picture.variants.slice(2, 3) }, script);
  expect(Buffer.from(alone ?? [])).toEqual(all[2]);
});

test("a damaged picture fails by itself", async () => {
  const broken = { ...(await noise("good.png", 90)), path: join(dir, "broken.png") };
  writeFileSync(broken.path, "no picture");
  const other = await noise("other.png", 90);
  const [failed, made] = await Promise.allSettled([broken, other].map((one) => encodeInProcess(one, script)));
  expect(failed?.status).toBe("rejected");
  expect(String((failed as PromiseRejectedResult).reason)).toContain("unsupported image format");
  expect(made?.status).toBe("fulfilled");
});

test("a signal to all processes lets it finish; if it is killed, its pictures fail, and the next one is encoded by another", async () => {
  const small = await noise("first.png", 90);
  const picture = await noise("large.png", 1500);
  await encodeInProcess(small, script); // it has started
  const finishing = encodeInProcess(picture, script);
  const [first = 0] = encoders();
  process.kill(first, "SIGTERM");
  expect(await finishing).toHaveLength(4);
  const killed = encodeInProcess(picture, script);
  process.kill(first, "SIGKILL");
  await expect(killed).rejects.toThrow("the process that encodes pictures ended (SIGKILL)");
  expect(await encodeInProcess(await noise("next.png", 90), script)).toHaveLength(4);
  expect(encoders()).not.toContain(first);
});
