import { type BuildContext, type BuildOptions, type BuildResult, context } from "esbuild";

/** Results are kept in memory, with an account of what they were made from. */
type Options = BuildOptions & { write: false; metafile: true };
export type WarmResult = BuildResult<{ write: false; metafile: true }>;

/** A build that is run again and again: what did not change is not parsed again. */
export interface WarmBuild {
  /** Throws esbuild's BuildFailure, also where `cancel` ended it. */
  run(): Promise<WarmResult>;
  /** Resolves when nothing runs any more. */
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
