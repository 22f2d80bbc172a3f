/** Publishes that bring pictures or no longer use them, which leave what a build from nothing makes. */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
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
  /** Gives a page a picture for shared links, which the next publish brings. */
  put(slug: string, picture: object | null): void;
  /** Gives a page a picture for shared links and blocks, and builds. Compares the output with a build from nothing. */
  publish(slug: string, picture: object | null, body?: object[]): Promise<void>;
  /** Published files of a photo. */
  filesOfPhoto(number: number): string[];
  /** Requests of the last publish for a photo. */
  requestsOfPhoto(number: number): string[];
}

async function withPages(fixture: typeof workshop, edit: (pages: Pages) => Promise<void>): Promise<void> {
  const edited = await openEdited(true);
  const grown = await fixture.grown(undefined, true);
  let requests: string[] = [];
  const put = (slug: string, fields: object) =>
    edited.space.publish(slug, ({ content }) => Object.assign(content, fields));
  const pages: Pages = {
    edited,
    put: (slug, picture) => put(slug, { og_image: picture }),
    async publish(slug, picture, body) {
      put(slug, { og_image: picture, ...(body && { body }) });
      const before = fixture.copyOut(grown);
      const { log } = edited.space;
      log.length = 0;
      await fixture.build(edited, grown);
      requests = log.map(({ path }) => path);
      expect(filesOf(grown.out)).toEqual(await fixture.clean(edited, grown, before));
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

test("a story's new picture is published, and one that no story shows any more goes; beside it a file on a host that is not requested", () =>
  withPages(workshop, async ({ put, publish, filesOfPhoto }) => {
    expect(filesOfPhoto(NEW)).toEqual([]);
    put("pages/chosen", { ...photo(NEW), filename: "https://elsewhere.example/f/9/photo-1.png" });
    await publish("careers/one", photo(NEW));
    expect(filesOfPhoto(NEW)).not.toEqual([]);
    await publish("careers/two", photo(NEW));
    await publish("careers/one", photo(SHARED));
    put("pages/chosen", null);
    await publish("careers/two", null);
    // The build before still has it.
    await publish("careers/one", null);
    expect(filesOfPhoto(NEW)).toEqual([]);
    expect(filesOfPhoto(SHARED)).not.toEqual([]);
  }));

exhaustiveOnly(() => {
  test("one picture takes another's place, and is not requested again when it comes back", () =>
    withPages(workshop, async ({ publish, filesOfPhoto, requestsOfPhoto }) => {
      await publish("pages/lists", photo(NEW));
      expect([filesOfPhoto(NEW).length > 0, requestsOfPhoto(NEW).length]).toEqual([true, 1]);
      await publish("pages/lists", photo(LATE_PHOTO));
      await publish("pages/lists", photo(NEW));
      expect([filesOfPhoto(NEW).length > 0, requestsOfPhoto(NEW)]).toEqual([true, []]);
    }));

  test("pictures at the content service are followed by what each publish shows", () => {
    const remote = join(folder.dir, "remote");
    return withPages(openBuildFixture(remote, undefined, { assets: "remote" }), async ({ publish }) => {
      await publish("careers/one", photo(SHARED));
      const headline = [{ component: "IntroHeadline", headline: "Below the same picture" }];
      await publish("careers/one", photo(SHARED), headline);
    });
  });

  const hero = (number: number) => [{ component: "HeroFullscreenImage", headline: "Hall", image: photo(number) }];

  test("a picture comes and goes with its crops; a crop may come later", () =>
    withPages(workshop, async ({ publish }) => {
      await publish("careers/one", null, hero(NEW));
      await publish("careers/one", null, []);
      await publish("careers/one", photo(NEW), []);
      await publish("careers/one", photo(NEW), hero(NEW));
      await publish("careers/one", photo(NEW), []);
    }));

  test("the same file uploaded twice stays while one of them is shown", () =>
    withPages(workshop, async ({ publish, edited, filesOfPhoto }) => {
      const [[, file] = []] = await photos([NEW]);
      if (file) edited.assets.set("again/photo-1.png", { ...file, path: "again/photo-1.png", hash: "0123456789" });
      const again = { ...photo(NEW), filename: photo(NEW).filename.replace(/[0-9a-f]{10}/, "0123456789") };
      await publish("careers/one", photo(NEW));
      await publish("careers/two", again);
      const files = filesOfPhoto(NEW);
      await publish("careers/one", null);
      // Builds before do not have it any more.
      for (const picture of [photo(SHARED), null]) await publish("pages/chosen", picture);
      expect(filesOfPhoto(NEW)).toEqual(files);
      await publish("careers/two", null);
    }));

  test("a picture that cannot be downloaded, and a file that is never published, come and go", () =>
    withPages(workshop, async ({ publish, edited, filesOfPhoto }) => {
      const path = `photo-${NEW}.png`;
      edited.assets.delete(path);
      await publish("careers/one", photo(NEW));
      expect(filesOfPhoto(NEW)).toEqual([]);
      await publish("careers/two", photo(SHARED));
      const drawing = { ...photo(NEW), filename: photo(NEW).filename.replace(".png", ".psd") };
      await publish("careers/two", drawing);
      await publish("careers/one", null);
      await publish("careers/two", null);
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
        await publish("careers/one", photo(NEW));
        const folders = new Set(filesOfPhoto(NEW).map((path) => path.split("/")[0]));
        expect([...folders].sort()).toEqual(["de", "en"]);
        await publish("careers/one", null);
      },
    );
  });
});
