import { Component, type ComponentType, type ReactNode } from "react";
import { editable } from "../../kit/editable.ts";
import type { Components } from "../../kit/site.tsx";
import type { Block } from "../../site/api/payload.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { messageOf } from "./message-of.ts";

/** Wraps every component in an error boundary: a failing block shows its error, and the rest of the page stays. */
export function createErrorBoundaries(): (components: Components) => Components {
  const wrappers = new Map<string, Components[string]>();
  return (components) =>
    Object.fromEntries(
      Object.entries(components).map(([name, component]) => {
        // One wrapper per component: a new one would make React remount the block.
        return [name, getOrInsert(wrappers, name, () => guard(component as ComponentType<Block>))];
      }),
    );
}

function guard(Inner: ComponentType<Block>): Components[string] {
  const others = new Map<ComponentType<Block>, ComponentType<Block>>();
  const framed = (Other: ComponentType<Block>) => getOrInsert(others, Other, () => guarded(Other));
  return Object.assign(guarded(Inner), { framed }) as ComponentType<never>;
}

function guarded(Inner: ComponentType<Block>): ComponentType<Block> {
  return (block) => (
    <BlockBoundary block={block}>
      <Inner {...block} />
    </BlockBoundary>
  );
}

interface BoundaryState {
  error: unknown;
  /** The block that failed; null until React has reported it. */
  of: Block | null;
  failed: boolean;
}

class BlockBoundary extends Component<{ block: Block; children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null, of: null, failed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, of: null, failed: true };
  }

  /** Renders the block again after its next edit. */
  static getDerivedStateFromProps({ block }: { block: Block }, state: BoundaryState): Partial<BoundaryState> | null {
    if (!state.failed || state.of === block) return null;
    return state.of === null ? { of: block } : { failed: false };
  }

  override render(): ReactNode {
    const { block, children } = this.props;
    return this.state.failed ? <Broken block={block} error={this.state.error} /> : children;
  }
}

function Broken({ block, error }: { block: Block; error: unknown }): ReactNode {
  // A new block's data may be made by builds alone; a note says why.
  const isWithoutData = "data" in block && block.data === undefined;
  return (
    <div className="preview-broken" role="alert" {...editable(block)}>
      <p className="preview-broken__title">
        The block “{nameOf(block)}”{" "}
        {isWithoutData ? "has no data until it is published" : "cannot be shown as it is now"}.
      </p>
      <p>{messageOf(error)}</p>
      <p className="preview-broken__uid">{block._uid}</p>
    </div>
  );
}

/** The name in the editor, from the marker: platform blocks have another name in the space. */
function nameOf(block: Block): string {
  const marker = JSON.parse(editable(block)["data-blok-c"] ?? "{}") as { name?: unknown };
  return typeof marker.name === "string" ? marker.name : block.component;
}

/** Shown instead of the whole page if header, footer or overlay fail. */
export function brokenPage(error: unknown): ReactNode {
  return (
    <div className="preview-broken" role="alert">
      <p className="preview-broken__title">The page cannot be shown as it is now: look at the last change.</p>
      <p>{messageOf(error)}</p>
    </div>
  );
}
