import { type BuildContext, type BuildOptions, type BuildResult, context } from "esbuild";

/** Results stay in memory, with a metafile. */
type Options = BuildOptions & { write: false; metafile: true };
export type WarmResult = BuildResult<{ write: false; metafile: true }>;

/** A build that can be repeated; unchanged files are not parsed again. */
export interface WarmBuild {
  /** Throws esbuild's BuildFailure, also when `cancel` stopped it. */
  run(): Promise<WarmResult>;
  /** Stops a running build; resolves when it has stopped. */
  cancel(): Promise<void>;
  dispose(): Promise<void>;
}

export function warmBuild(options: Options): WarmBuild {
  let opened: Promise<BuildContext<Options>> | undefined;
  return {
    async run() {
      opened ??= context<Options>(options);
      return (await opened).rebuild();
    },
    cancel: async () => (await opened)?.cancel(),
    dispose: async () => (await opened)?.dispose(),
  };
}
