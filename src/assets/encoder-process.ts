/** Encodes the pictures that encoder.ts sends, and ends with the process that started it. */
import { messageOf } from "../problems/cause.ts";
import type { EncoderAnswer, EncoderRequest } from "./encoder.ts";

async function answerTo({ id, picture }: EncoderRequest): Promise<EncoderAnswer> {
  try {
    // Loading sharp takes a while, and a signal in the meantime would end the process.
    const { encodePicture } = await import("./encode-picture.ts");
    return { id, made: await encodePicture(picture) };
  } catch (error) {
    return { id, failed: messageOf(error) };
  }
}

process.on("message", async (request: EncoderRequest) => {
  const sent = await answerTo(request);
  if (process.connected) process.send?.(sent, () => undefined);
});
// A terminal and systemd signal all processes at once; the other one may have to finish first.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
