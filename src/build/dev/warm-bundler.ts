import { type BuildContext, type BuildOptions, type BuildResult, context } from "esbuild";

/** Results are kept in memory, with an account of what they were made from. */
type Options = BuildOptions & { write: false; metafile: true };
export type WarmResult = BuildResult<{ write: false; metafile: true }>;

/** A build that is run again and again: what did not change is not parsed again. */
export interface WarmBuild {
  /** Throws esbuild's BuildFailure. */
  run(): Promise<WarmResult>;
  dispose(): Promise<void>;
}

export function warmBuild(options: Options): WarmBuild {
  let opened: Promise<BuildContext<Options>> | undefined;
  return {
    async run() {
      opened ??= context<Options>(options);
      return (await opened).rebuild();
    },
    dispose: async () => (await opened)?.dispose(),
  };
}
