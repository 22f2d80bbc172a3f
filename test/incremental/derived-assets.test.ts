/** Publishes that bring pictures or no longer use them: derived from what changed, and as a build from nothing has them. */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { kindOf } from "./build-kind.ts";
import { type Edited, openBuildFixture, openEdited, writeSampleWithDomains } from "./builds.ts";
import { LATE_PHOTO, photo, photos } from "./dense-space.ts";

const folder = temporaryFolder();
const workshop = openBuildFixture(join(folder.dir, "one"));
afterAll(() => folder.remove());

/** A photo that the space does not show at first, and one that two stories show. */
const NEW = 1;
const SHARED = 0;

interface Pages {
  edited: Edited;
  /** Gives a page a picture for shared links and blocks, and builds. Compares the output with a build from nothing. */
  publish(slug: string, picture: object | null, body?: object[]): Promise<"whole" | "derived">;
  /** Published files of a photo. */
  filesOfPhoto(number: number): string[];
  /** Requests of the last publish for a photo. */
  requestsOfPhoto(number: number): string[];
}

async function withPages(fixture: typeof workshop, edit: (pages: Pages) => Promise<void>): Promise<void> {
  const edited = await openEdited(true);
  const grown = await fixture.grown(undefined, true);
  let requests: string[] = [];
  const pages: Pages = {
    edited,
    async publish(slug, picture, body) {
      edited.space.publish(slug, ({ content }) => Object.assign(content, { og_image: picture, ...(body && { body }) }));
      const before = fixture.copyOut(grown);
      const { log } = edited.space;
      log.length = 0;
      const kind = await kindOf((testHooks) => fixture.build(edited, grown, testHooks));
      requests = log.map(({ path }) => path);
      expect(filesOf(grown.out)).toEqual(await fixture.clean(edited, grown, before));
      return kind;
    },
    filesOfPhoto: (number) => Object.keys(filesOf(grown.out)).filter((path) => path.includes(`media/photo-${number}-`)),
    requestsOfPhoto: (number) => requests.filter((path) => path.endsWith(`/photo-${number}.png`)),
  };
  try {
    await edit(pages);
  } finally {
    await edited.space.close();
    fixture.clear(grown);
  }
}

test("a story's new picture is published, and one that no story shows any more goes, without a build of the whole site", () =>
  withPages(workshop, async ({ publish, filesOfPhoto }) => {
    expect(filesOfPhoto(NEW)).toEqual([]);
    expect(await publish("careers/one", photo(NEW))).toBe("derived");
    expect(filesOfPhoto(NEW)).not.toEqual([]);
    expect(await publish("careers/two", photo(NEW))).toBe("derived");
    expect(await publish("careers/one", photo(SHARED))).toBe("derived");
    expect(await publish("careers/two", null)).toBe("derived");
    // The build before still has it.
    expect(await publish("careers/one", null)).toBe("derived");
    expect(filesOfPhoto(NEW)).toEqual([]);
    expect(filesOfPhoto(SHARED)).not.toEqual([]);
  }));

test("a file on a host that is not requested comes and goes", () =>
  withPages(workshop, async ({ publish }) => {
    const foreign = { ...photo(NEW), filename: "https://elsewhere.example/f/9/photo-1.png" };
    expect(await publish("careers/one", foreign)).toBe("derived");
    expect(await publish("careers/one", null)).toBe("derived");
  }));

exhaustiveOnly(() => {
  test("one picture takes another's place, and is not requested again when it comes back", () =>
    withPages(workshop, async ({ publish, filesOfPhoto, requestsOfPhoto }) => {
      expect(await publish("pages/lists", photo(NEW))).toBe("derived");
      expect([filesOfPhoto(NEW).length > 0, requestsOfPhoto(NEW).length]).toEqual([true, 1]);
      expect(await publish("pages/lists", photo(LATE_PHOTO))).toBe("derived");
      expect(await publish("pages/lists", photo(NEW))).toBe("derived");
      expect([filesOfPhoto(NEW).length > 0, requestsOfPhoto(NEW)]).toEqual([true, []]);
    }));

  test("pictures at the content service stand in no publish's way, unless a story shows others", () => {
    const remote = join(folder.dir, "remote");
    return withPages(openBuildFixture(remote, undefined, { assets: "remote" }), async ({ publish }) => {
      expect(await publish("careers/one", photo(SHARED))).toBe("whole");
      const headline = [{ component: "IntroHeadline", headline: "Below the same picture" }];
      expect(await publish("careers/one", photo(SHARED), headline)).toBe("derived");
    });
  });

  const hero = (number: number) => [{ component: "HeroFullscreenImage", headline: "Hall", image: photo(number) }];

  test("a picture comes and goes with its crops; a crop that comes later takes a build of the whole site", () =>
    withPages(workshop, async ({ publish }) => {
      expect(await publish("careers/one", null, hero(NEW))).toBe("derived");
      expect(await publish("careers/one", null, [])).toBe("derived");
      expect(await publish("careers/one", photo(NEW), [])).toBe("derived");
      expect(await publish("careers/one", photo(NEW), hero(NEW))).toBe("whole");
      expect(await publish("careers/one", photo(NEW), [])).toBe("whole");
    }));

  test("the same file uploaded twice stays while one of them is shown", () =>
    withPages(workshop, async ({ publish, edited, filesOfPhoto }) => {
      const [[, file] = []] = await photos([NEW]);
      if (file) edited.assets.set("again/photo-1.png", { ...file, path: "again/photo-1.png", hash: "0123456789" });
      const again = { ...photo(NEW), filename: photo(NEW).filename.replace(/[0-9a-f]{10}/, "0123456789") };
      expect(await publish("careers/one", photo(NEW))).toBe("derived");
      expect(await publish("careers/two", again)).toBe("derived");
      const files = filesOfPhoto(NEW);
      await publish("careers/one", null);
      // Builds before do not have it any more.
      for (const picture of [photo(SHARED), null]) expect(await publish("pages/chosen", picture)).toBe("derived");
      expect(filesOfPhoto(NEW)).toEqual(files);
      expect(await publish("careers/two", null)).toBe("derived");
    }));

  test("a picture that cannot be downloaded, and a file that is never published, come and go", () =>
    withPages(workshop, async ({ publish, edited, filesOfPhoto }) => {
      const path = `photo-${NEW}.png`;
      edited.assets.delete(path);
      expect(await publish("careers/one", photo(NEW))).toBe("derived");
      expect(filesOfPhoto(NEW)).toEqual([]);
      expect(await publish("careers/two", photo(SHARED))).toBe("derived");
      const drawing = { ...photo(NEW), filename: photo(NEW).filename.replace(".png", ".psd") };
      expect(await publish("careers/two", drawing)).toBe("derived");
      expect(await publish("careers/one", null)).toBe("derived");
      expect(await publish("careers/two", null)).toBe("derived");
    }));

  test("a damaged picture keeps its problem until it goes", () =>
    withPages(workshop, async ({ publish, edited }) => {
      const [[path, photograph] = []] = await photos([NEW]);
      const data = photograph?.data?.subarray(0, 60);
      if (path && photograph && data) edited.assets.set(path, { ...photograph, data });
      await publish("careers/one", photo(NEW));
      await publish("careers/two", photo(SHARED));
      await publish("careers/one", null);
    }));

  test("each domain gets the files of a new picture, and its preview's index names it", () => {
    const ofDomains = join(folder.dir, "domains");
    return withPages(
      openBuildFixture(ofDomains, writeSampleWithDomains(ofDomains)),
      async ({ publish, filesOfPhoto }) => {
        expect(await publish("careers/one", photo(NEW))).toBe("derived");
        const folders = new Set(filesOfPhoto(NEW).map((path) => path.split("/")[0]));
        expect([...folders].sort()).toEqual(["de", "en"]);
        expect(await publish("careers/one", null)).toBe("derived");
      },
    );
  });
});
