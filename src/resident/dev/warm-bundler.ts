import { type BuildContext, type BuildOptions, type BuildResult, context } from "esbuild";

/** Results stay in memory, with a metafile. */
type Options = BuildOptions & { write: false; metafile: true };

export type WarmBuild = ReturnType<typeof warmBuild>;

/** A build that can be repeated; unchanged files are not parsed again. */
export function warmBuild(options: Options) {
  let opened: Promise<BuildContext<Options>> | undefined;
  return {
    /** Throws esbuild's BuildFailure, also when `cancel` stopped it. */
    async run(): Promise<BuildResult<Options>> {
      opened ??= context<Options>(options);
      return (await opened).rebuild();
    },
    /** Stops a running build; resolves when it has stopped. */
    cancel: async () => (await opened)?.cancel(),
    dispose: async () => (await opened)?.dispose(),
  };
}
