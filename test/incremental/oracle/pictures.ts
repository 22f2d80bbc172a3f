/** Pictures of the three sites: those that edits bring, and small ones in place of the sample's photos. */
import { extname } from "node:path";
import sharp from "sharp";
import type { AssetFile, AssetIndex } from "../../../src/space/folder/asset-index.ts";
import { idFrom, sha1 } from "../../../src/space/identity.ts";
import type { SpaceContents } from "../../../src/space/model.ts";
import { type AssetInfo, assetUrl } from "../../../src/space/model.ts";

type Content = Record<string, unknown>;

/** Number of pictures that each service has and no story shows at first. */
export const PICTURES = 3;
const pictureFile = (index: number) => ({
  path: `picture-${index}.png`,
  hash: sha1(String(index)).slice(0, 10),
  size: "40x20",
});

/** An asset field with one of these pictures. */
export function picture(index: number, { info }: SpaceContents): Content {
  return assetField(pictureFile(index), info.id);
}

export function assetField(file: AssetInfo, spaceId: number): Content {
  const texts = { alt: "A picture", title: "", source: "", copyright: "", name: "", focus: "" };
  const filename = assetUrl(file, spaceId);
  return { id: idFrom(file.path), fieldtype: "asset", filename, meta_data: {}, is_external_url: false, ...texts };
}

/** A space's assets and the pictures that no story shows. */
export async function withPictures(assets: AssetIndex): Promise<AssetIndex> {
  const own = await Promise.all(
    Array.from({ length: PICTURES }, async (_, index): Promise<[string, AssetFile]> => {
      const file = pictureFile(index);
      return [file.path, await painted({ ...file, file: "" }, index)];
    }),
  );
  return new Map([...assets, ...own]);
}

/** The asset in another colour, at its place: a small photo, or a drawing. Other kinds of files get another text. */
export async function painted(asset: AssetFile, colour: number): Promise<AssetFile> {
  const kind = extname(asset.path).slice(1).replace("jpg", "jpeg");
  const red = (colour * 37) % 256;
  if (kind === "svg") {
    const shape = `<rect width="${10 + (colour % 30)}" height="20"/>`;
    return {
      ...asset,
      data: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${shape}</svg>`),
    };
  }
  if (!RASTER.has(kind)) return { ...asset, data: Buffer.from(`${asset.path} ${colour}`) };
  const plain = sharp({ create: { width: 40, height: 20, channels: 3, background: { r: red, g: 90, b: 160 } } });
  return { ...asset, data: await plain.toFormat(kind as "png").toBuffer() };
}
const RASTER = new Set(["jpeg", "png", "webp"]);

/** The sample's assets with small photos, whose variants take most of a first build. */
export async function withSmallPhotos(assets: AssetIndex): Promise<AssetIndex> {
  const small = [...assets].map(async ([path, asset]): Promise<[string, AssetFile]> => {
    const isPhoto = /\.(jpe?g|png|webp)$/.test(path);
    return [path, isPhoto ? await painted(asset, path.length) : asset];
  });
  return new Map(await Promise.all(small));
}
