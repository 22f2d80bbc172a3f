/** Makes a test's content service list other alternates for some stories than their groups say. */
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { idFrom } from "../../src/space/identity.ts";

export interface OtherAlternates {
  /** Publishes a story that lists these, whether they are there or not. */
  publish(slug: string, alternates: readonly string[]): void;
  /** All stories list those of their group again. */
  clear(): void;
}

export function otherAlternates(service: SpaceService): OtherAlternates {
  const listed = new Map<string, readonly object[]>();
  service.faults.push({
    kind: "changed",
    match: "/stories",
    times: Number.POSITIVE_INFINITY,
    change: (body) =>
      JSON.stringify(JSON.parse(body), (_, value) =>
        isStory(value) ? { ...value, alternates: listed.get(value.uuid) ?? value.alternates } : value,
      ),
  });
  const storyAt = (slug: string) => service.contents().stories.find(({ slugPath }) => slugPath === slug);
  const alternate = (slug: string) => ({ id: storyAt(slug)?.id ?? idFrom(slug), full_slug: slug, published: true });
  return {
    publish(slug, alternates) {
      const uuid = storyAt(slug)?.uuid;
      if (uuid !== undefined) listed.set(uuid, alternates.map(alternate));
      service.publish(slug, () => undefined);
    },
    clear: () => listed.clear(),
  };
}

function isStory(value: unknown): value is { uuid: string; alternates: readonly object[] } {
  return typeof value === "object" && value !== null && "full_slug" in value && "alternates" in value;
}
