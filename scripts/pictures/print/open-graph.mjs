import sharp from "sharp";
import { homeHero } from "../heroes/home-hero.mjs";
import { develop, toJpeg } from "../lib/develop.mjs";
import { outlined } from "../lib/outline.mjs";
import { hex } from "../lib/palette.mjs";
import { group, svgDocument, text } from "../lib/svg.mjs";
import { werklichtMark } from "../marks/logos.mjs";

const SIZE = { width: 1200, height: 630 };

/** Logo and name, large enough for a small preview. */
function nameplate() {
  return outlined(
    svgDocument(
      SIZE,
      group({ transform: "translate(74 413) scale(2.35)" }, werklichtMark(hex.paper, [0, 0])),
      text(196, 505, "Werklicht", { fontSize: 104, fontWeight: 600, letterSpacing: -4.7, fill: hex.paper }),
    ),
  );
}

/** The picture that other sites show for pages without their own. */
export async function drawOpenGraph() {
  const { film, ...look } = homeHero({ width: 1200, height: 750 });
  const picture = await develop(film, { ...look, seed: "open-graph" })
    .png()
    .toBuffer();
  const plate = await sharp(Buffer.from(nameplate())).png().toBuffer();
  const { data, info } = await sharp(picture)
    .extract({ left: 0, top: 90, ...SIZE })
    .composite([{ input: plate }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return toJpeg(sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }), {
    quality: 82,
    budget: 120_000,
  });
}
